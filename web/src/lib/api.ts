// The lobby: plain requests, and problems as sentences.

import type {
  BellInfo,
  Bells,
  Claimed,
  Dropped,
  EditionTaken,
  Forgotten,
  GameInfo,
  HangBell,
  Invited,
  JoinCode,
  Joined,
  LessonAnswer,
  LessonStep,
  NewTable,
  Problem,
  Reach,
  Replay,
  Rulebook,
  Rung,
  SeatLink,
  Session,
  TableCard,
  TableMade,
} from '../wire';
import { door } from './door.svelte';
import type { Move } from './tableProps';
import { request } from './transport';
import { language } from './words.svelte';

export class Fault extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

// Before a request is sent again, in milliseconds: a proxy finds another worker meanwhile.
const PAUSE = 500;

// What the house answers whoever has not said its password.
const NO_PASSWORD = 401;

/** Sent once more if no answer of the house came; only what may be done twice. */
async function fetchTwice(path: string, init: RequestInit): Promise<Response> {
  const first = await request(path, init).catch(() => null);
  if (first && !isOfProxy(first)) return first;
  await new Promise((done) => setTimeout(done, PAUSE));
  return request(path, init);
}

/** A proxy that reaches nobody: what the house itself says is a problem document. */
const isOfProxy = (response: Response) =>
  [502, 503].includes(response.status) && response.headers.get('Content-Type') !== 'application/problem+json';

async function ask<T>(path: string, body?: unknown, twice = body === undefined): Promise<T> {
  // A text goes as it is: a file.
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const init: RequestInit = body === undefined ? {} : { method: 'POST', body: sent };
  const headers = { 'Content-Type': 'application/json', 'Accept-Language': language.now };
  const response = await (twice ? fetchTwice : request)(path, { ...init, headers });
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as Problem | null;
    if (response.status === NO_PASSWORD) door.locked = true;
    // An error of the server has a reference, by which whoever runs it finds what went wrong.
    const reference = response.status === 500 && problem?.detail ? ` (${problem.detail})` : '';
    throw new Fault(response.status, (problem?.title ?? response.statusText) + reference);
  }
  return (await response.json()) as T;
}

export const games = () => ask<GameInfo[]>(`/api/games?language=${language.now}`);
export const rules = (game: string) => ask<Rulebook>(`/api/games/${game}/rules?language=${language.now}`);
export const myTables = () => ask<TableCard[]>('/api/tables');
export const newTable = (wish: NewTable) => ask<TableMade>('/api/tables', wish);
/** An edition as the text of its file: taken, or told what is wrong with it. */
export const bringEdition = (game: string, text: string) =>
  ask<EditionTaken>(`/api/games/${game}/editions`, text);
export const claim = (id: string, token: string, name?: string) =>
  ask<Claimed>(`/api/tables/${id}/claim`, name ? { token, name } : { token }, true);
export const invited = (id: string, token: string) =>
  ask<Invited>(`/api/tables/${id}/invited`, { token }, true);
export const enter = (password: string) => ask<Session>('/api/door', { password });
export const reach = () => ask<Reach>('/api/reach');
export const codeOf = (id: string) => ask<JoinCode>(`/api/tables/${id}/code`, {});
export const moveSeat = (id: string) => ask<SeatLink>(`/api/tables/${id}/move`, {});
export const bellsOf = (id: string) => ask<Bells>(`/api/tables/${id}/bells`);
export const hangBell = (id: string, bell: HangBell) =>
  ask<BellInfo[]>(`/api/tables/${id}/bells`, bell, true);
export const stopBell = (id: string, kind: BellInfo['kind']) =>
  ask<Dropped>(`/api/tables/${id}/bells/stop`, { kind }, true);
export const ringOnce = (id: string, kind: BellInfo['kind']) =>
  ask<Rung>(`/api/tables/${id}/bells/test`, { kind });
export const drop = (id: string) => ask<Dropped>(`/api/tables/${id}/drop`, {}, true);
export const forgetMe = () => ask<Forgotten>('/api/forget', {});
/** What a code leads to, before a chair is taken. */
export const lookAtCode = (code: string) => ask<Invited>('/api/join/look', { code }, true);
/** With a session from the start, by which the house knows again whoever asks twice. */
export const join = async (code: string, name?: string) => {
  await ask<Session>('/api/session', {}, true);
  return ask<Joined>('/api/join', name ? { code, name } : { code }, true);
};
export const replay = (id: string, eyes: number, language: string, match = -1) =>
  ask<Replay>(`/api/tables/${id}/replay?eyes=${eyes}&language=${language}&match=${match}`);
/** A table that goes on from a turn of a finished match, against bots. */
export const playOnFrom = (id: string, ply: number, seat: number, match: number) =>
  ask<TableMade>(`/api/tables/${id}/play-on`, { ply, seat, match });
export const lessonStep = (game: string, number: number, language: string) =>
  ask<LessonStep>(`/api/games/${game}/lesson/${number}?language=${language}`);
export const lessonTry = (game: string, number: number, move: Move, language: string) =>
  ask<LessonAnswer>(`/api/games/${game}/lesson/${number}`, { move, language });
