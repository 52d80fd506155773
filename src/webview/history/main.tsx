import { readLanguage } from '../ui/language.ts';
import { render } from 'preact';
import type { HistoryHostMessage, HistoryPageMessage } from '../../protocol/index.ts';
import { connectHost } from '../state/host.ts';
import { HistoryApp } from './HistoryApp.tsx';
import { HistoryState } from './state.ts';
import './history.css';

readLanguage();

const host = connectHost<HistoryPageMessage, HistoryHostMessage>();
const post = (message: HistoryPageMessage): void => host.post(message);
const state = new HistoryState(post);
host.listen(state.handlers);

const root = document.getElementById('patchbay-history');
if (!root) throw new Error('The page has no element #patchbay-history.');
render(<HistoryApp state={state} post={post} />, root);
state.start();
