import { isDeepStrictEqual } from 'node:util';
import { relative, sep } from 'node:path';
import type * as vscode from 'vscode';
import { msg } from '../../base/common/message.ts';
import type { ApprovalReason, DataMark, SensitiveKind } from '../../protocol/index.ts';
import {
  addedSchemas,
  beginsAsScript,
  changeText,
  classifySensitive,
  GitIgnore,
  type ApprovalNeed,
  type CallContext,
  type Protection,
} from '../../tools/index.ts';
import { readSetting } from '../settings/settings.ts';
import { holdsSecret, isSecretText } from './contentLook.ts';
import { checkFile } from './fileText.ts';
import { usableGit } from './git.ts';
import { locate, locateToRead, locateToChange, ToolProblem, type PlaceToChange } from './paths.ts';
import { executable, protectionOf, type Place } from './protection.ts';

type Arguments = Readonly<Record<string, unknown>>;

export interface PlannedChange {
  /** The text before the change; undefined for a new file. */
  readonly before: string | undefined;
  readonly after: string;
}

/** Returns the paths relative to the workspace folder, without and with links followed. */
export function pathsIn({ uri, folder, real, realFolder }: Place): readonly string[] {
  const ways = [relative(folder.uri.fsPath, uri.fsPath), relative(realFolder, real)];
  return [...new Set(ways.map((way) => way.replaceAll(sep, '/')))];
}

/** Returns why a file is sensitive by its names or its content. Does not ask git. */
export async function secrecyOf(place: Place): Promise<SensitiveKind | undefined> {
  const globs = readSetting('approval.sensitiveFiles');
  const named = classifySensitive(place.uri.fsPath, globs) ?? classifySensitive(place.real, globs);
  if (named !== undefined) return named;
  if (await holdsSecret(lookedAt(place))) return 'content';
  return undefined;
}

/**
 * Returns why a file is sensitive, also because git ignores it. Only reading depends on that, since asking git can
 * start a process.
 */
export async function sensitivityOf(place: Place): Promise<SensitiveKind | undefined> {
  const secrecy = await secrecyOf(place);
  if (secrecy !== undefined) return secrecy;
  const ignored = new GitIgnore(place.realFolder, { git: await usableGit() });
  const found = await Promise.all(pathsIn(place).map(async (path) => path !== '' && ignored.ignores(path)));
  return found.includes(true) ? 'ignored' : undefined;
}

function lookedAt({ uri, real }: Pick<Place, 'uri' | 'real'>): {
  readonly path: string;
  readonly real: string;
} {
  return { path: uri.fsPath, real };
}

/** `names` are the arguments that hold paths. */
export async function needToRead(args: Arguments, ...names: readonly string[]): Promise<ApprovalNeed> {
  const paths = names.flatMap((name) => {
    const path = args[name];
    return typeof path === 'string' ? [path] : [];
  });
  const reasons = await Promise.all(
    // A path that cannot be found is not read, and the call fails by itself.
    paths.map((path) => locateToRead(path).then(reasonsToRead, () => [])),
  );
  return needBy(reasons.flat(), 'free');
}

/** Returns why one of the files cannot be read, if that may be told. `names` are the arguments that hold paths. */
export async function refusalToRead(
  args: Arguments,
  ...names: readonly string[]
): Promise<string | undefined> {
  if (!tellsNames()) return undefined;
  for (const name of names) {
    const path = args[name];
    const problem =
      typeof path === 'string'
        ? await problemOf(locateToRead(path).then(({ uri }) => checkFile(uri)))
        : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Tells whether the model may know without a question which names there are: the user can set that listing them asks. */
export function tellsNames(): boolean {
  const asking = readSetting('approval.freeTools');
  return !asking.includes('*') && !asking.includes('list_directory');
}

/** Returns why something failed, for the model. */
export function problemOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: Error) => error.message,
  );
}

export async function reasonsToRead(place: Place): Promise<readonly ApprovalReason[]> {
  const why = await sensitivityOf(place);
  return why === undefined ? [] : [{ kind: 'sensitiveFile', path: place.label, why }];
}

export async function isFreeToRead(uri: vscode.Uri): Promise<boolean> {
  if (uri.scheme !== 'file') return true;
  const reasons = await locate(uri.fsPath).then(reasonsToRead, () => undefined);
  return reasons?.length === 0;
}

/** Returns the marks of what is read. @throws ToolProblem if the file, as it is now, was not approved */
export async function approvedToRead(
  place: Place,
  { approved }: Pick<CallContext, 'approved'>,
): Promise<readonly DataMark[]> {
  const reasons = await reasonsToRead(place);
  checkApproved(reasons, approved, place);
  return reasons.length > 0 ? [{ kind: 'secret', source: place.label }] : [];
}

/** Returns whether the model may be told, without a question, what is in a file whose content is one of these texts. */
export async function isFreeToTell(place: Place, ...texts: readonly string[]): Promise<boolean> {
  // The user may have set that reading asks, and an edit that does not apply would be a way to read without.
  const asking = readSetting('approval.freeTools');
  if (asking.includes('*') || asking.includes('read_file')) return false;
  if (texts.some((text) => isSecretText(text, lookedAt(place)))) return false;
  return (await reasonsToRead(place)).length === 0;
}

/** @throws ToolProblem when a text that was read holds a secret, and nothing of its file was approved as sensitive. */
export function checkText(text: string, place: Place, { approved }: Pick<CallContext, 'approved'>): void {
  const isApproved = approved.some(
    (reason) => reason.kind === 'sensitiveFile' && reason.why !== 'ignored' && reason.path === place.label,
  );
  if (!isApproved && isSecretText(text, lookedAt(place))) throw notApproved(place);
}

/** `plan` may throw, because the call then fails in the same way. */
export async function needToChange(
  path: unknown,
  plan: (place: Place) => Promise<PlannedChange>,
): Promise<ApprovalNeed> {
  if (typeof path !== 'string') return { kind: 'ask', reasons: [] };
  let place: PlaceToChange;
  try {
    place = await locateToChange(path);
  } catch {
    // The user is not asked, because `approvedChange` refuses such a file.
    return { kind: 'free', reasons: [{ kind: 'refusedFile', path }] };
  }
  const change = await plan(place).catch(() => undefined);
  return needBy(await reasonsBy(place, place.protection, change), 'ask');
}

/**
 * Plans the change again, with the files as they are now.
 * @throws ToolProblem if that change was not approved, and what `plan` throws
 */
export async function approvedChange<Change extends PlannedChange>(
  path: string,
  plan: (place: Place) => Promise<Change>,
  { approved }: Pick<CallContext, 'approved'>,
): Promise<{ readonly place: Place; readonly change: Change }> {
  const place = await locateToChange(path);
  if (approved.some(({ kind }) => kind === 'refusedFile')) throw notApproved(place);
  // This check comes before the plan, whose failure would tell what is in a file that nobody allowed to be read.
  checkApproved(await reasonsBy(place, place.protection), approved.map(withoutChange), place);
  const change = await plan(place);
  checkApproved(await reasonsToChange(place, change), approved, place);
  return { place, change };
}

/** Returns the reasons to ask about a change or, without one, those that hold for any change. */
export async function reasonsToChange(
  place: Place,
  change?: PlannedChange,
): Promise<readonly ApprovalReason[]> {
  return reasonsBy(place, await protectionOf(place), change);
}

export async function reasonsBy(
  place: Place,
  known: Protection | undefined,
  change?: PlannedChange,
): Promise<readonly ApprovalReason[]> {
  const path = place.label;
  const reasons: ApprovalReason[] = [];
  const isScript = change !== undefined && beginsAsScript(change.after, place.real);
  const protection = known ?? (isScript ? executable : undefined);
  if (protection)
    reasons.push({
      kind: 'protectedFile',
      path,
      why: protection.why,
      ...(change && { change: changeText(change.before, change.after) }),
    });
  const urls = change ? await addedSchemas(change.before ?? '', change.after, place.uri.fsPath) : [];
  reasons.push(...urls.map((url) => ({ kind: 'remoteSchema', path, url }) as const));
  // A sensitive file is a reason here, because even the failure of an edit tells what is in it.
  const why = await secrecyOf(place);
  if (why !== undefined) reasons.push({ kind: 'sensitiveFile', path, why });
  return reasons;
}

function withoutChange(reason: ApprovalReason): ApprovalReason {
  if (reason.kind !== 'protectedFile') return reason;
  const { change: _, ...rest } = reason;
  return rest;
}

/** A permission can cover files that git ignores. Every other reason is asked about each time. */
function needBy(reasons: readonly ApprovalReason[], without: 'free' | 'ask'): ApprovalNeed {
  const isUsual = (reason: ApprovalReason): boolean =>
    reason.kind === 'sensitiveFile' && reason.why === 'ignored';
  if (reasons.length === 0) return { kind: without, reasons };
  return { kind: reasons.every(isUsual) ? 'ask' : 'always', reasons };
}

/** @throws ToolProblem if one of the reasons was not approved. */
export function checkApproved(
  reasons: readonly ApprovalReason[],
  approved: readonly ApprovalReason[],
  place: Place,
): void {
  const isMissing = reasons.some((reason) => !approved.some((known) => isDeepStrictEqual(known, reason)));
  if (isMissing) throw notApproved(place);
}

export function notApproved({ label }: Pick<Place, 'label'>): ToolProblem {
  return new ToolProblem(
    msg('{0} has changed since the call was approved. Nothing was done. Call the tool again.', label),
  );
}
