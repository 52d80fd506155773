import * as vscode from 'vscode';
import { setTranslations } from '../../base/common/message.ts';

/** Translates texts from now on. Called before any text is made. */
export function useEditorLanguage(): void {
  const { bundle } = vscode.l10n;
  // The bundle is undefined for English.
  if (bundle) setTranslations(bundle);
}
