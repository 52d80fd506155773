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
import { usableGit } from './git.ts';
import { locate, locateToChange, ToolProblem, type PlaceToChange } from './paths.ts';
import { executable, protectionOf, type Place } from './protection.ts';

type Arguments = Readonly<Record<string, unknown>>;

export interface PlannedChange {
  /** Undefined for a new file. */
  readonly before: string | undefined;
  readonly after: string;
}

/** The paths relative to the workspace folder, with links not followed and followed. */
export function pathsIn({ uri, folder, real, realFolder }: Place): readonly string[] {
  const ways = [relative(folder.uri.fsPath, uri.fsPath), relative(realFolder, real)];
  return [...new Set(ways.map((way) => way.replaceAll(sep, '/')))];
}

/** By its names and its content. */
export async function secrecyOf(place: Place): Promise<SensitiveKind | undefined> {
  const globs = readSetting('approval.sensitiveFiles');
  const named = classifySensitive(place.uri.fsPath, globs) ?? classifySensitive(place.real, globs);
  if (named !== undefined) return named;
  if (await holdsSecret(lookedAt(place))) return 'content';
  return undefined;
}

/** Whether git ignores it as well, which can cost a process: a change does not depend on that. */
async function sensitivityOf(place: Place): Promise<SensitiveKind | undefined> {
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

/** `names`: the arguments that are paths. */
export async function needToRead(args: Arguments, ...names: readonly string[]): Promise<ApprovalNeed> {
  const paths = names.flatMap((name) => {
    const path = args[name];
    return typeof path === 'string' ? [path] : [];
  });
  const reasons = await Promise.all(
    // A path that cannot be found is not read, and the call fails by itself.
    paths.map((path) => locate(path).then(reasonsToRead, () => [])),
  );
  return needBy(reasons.flat(), 'free');
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

/** @throws ToolProblem when the file, as it is now, was not approved. */
export async function approvedToRead(
  place: Place,
  { approved }: Pick<CallContext, 'approved'>,
): Promise<readonly DataMark[]> {
  const reasons = await reasonsToRead(place);
  checkApproved(reasons, approved, place);
  return reasons.length > 0 ? [{ kind: 'secret', source: place.label }] : [];
}

/** @throws ToolProblem when a text that was read holds a secret, and nothing of its file was approved as sensitive. */
export function checkText(text: string, place: Place, { approved }: Pick<CallContext, 'approved'>): void {
  const isApproved = approved.some(
    (reason) => reason.kind === 'sensitiveFile' && reason.why !== 'ignored' && reason.path === place.label,
  );
  if (!isApproved && isSecretText(text, lookedAt(place))) throw notApproved(place);
}

/** `plan` may throw: then the call fails in the same way. */
export async function needToChange(
  path: unknown,
  plan: (place: Place) => Promise<PlannedChange>,
): Promise<ApprovalNeed> {
  if (typeof path !== 'string') return { kind: 'ask', reasons: [] };
  let place: PlaceToChange;
  try {
    place = await locateToChange(path);
  } catch {
    // Nobody is asked about what `approvedChange` refuses.
    return { kind: 'free', reasons: [{ kind: 'refusedFile', path }] };
  }
  const change = await plan(place).catch(() => undefined);
  return needBy(await reasonsBy(place, place.protection, change), 'ask');
}

/** Plans the change again. @throws ToolProblem if that, as the files are now, was not approved; what `plan` throws. */
export async function approvedChange<Change extends PlannedChange>(
  path: string,
  plan: (place: Place) => Promise<Change>,
  { approved }: Pick<CallContext, 'approved'>,
): Promise<{ readonly place: Place; readonly change: Change }> {
  const place = await locateToChange(path);
  if (approved.some(({ kind }) => kind === 'refusedFile')) throw notApproved(place);
  // Before the plan, whose failure would tell what is in a file that nobody allowed to be read.
  checkApproved(await reasonsBy(place, place.protection), approved.map(withoutChange), place);
  const change = await plan(place);
  checkApproved(await reasonsToChange(place, change), approved, place);
  return { place, change };
}

/** Without a change, the reasons that hold for any. */
export async function reasonsToChange(
  place: Place,
  change?: PlannedChange,
): Promise<readonly ApprovalReason[]> {
  return reasonsBy(place, await protectionOf(place), change);
}

async function reasonsBy(
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
  // The failure of an edit tells what is in a file.
  const why = await secrecyOf(place);
  if (why !== undefined) reasons.push({ kind: 'sensitiveFile', path, why });
  return reasons;
}

function withoutChange(reason: ApprovalReason): ApprovalReason {
  if (reason.kind !== 'protectedFile') return reason;
  const { change: _, ...rest } = reason;
  return rest;
}

/** A permission covers files that git ignores, and no others that ask for a reason. */
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
