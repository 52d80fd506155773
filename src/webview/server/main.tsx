import { readLanguage } from '../ui/language.ts';
import { render } from 'preact';
import type { ServerHostMessage, ServerPageMessage } from '../../protocol/index.ts';
import { connectHost } from '../state/host.ts';
import { ServerApp } from './ServerApp.tsx';
import { ServerState } from './state.ts';
import './server.css';

readLanguage();

const host = connectHost<ServerPageMessage, ServerHostMessage>();
const post = (message: ServerPageMessage): void => host.post(message);
const state = new ServerState(post);
host.listen(state.handlers);

const root = document.getElementById('patchbay-server');
if (!root) throw new Error('The page has no element #patchbay-server.');
render(<ServerApp state={state} post={post} />, root);
state.start();
