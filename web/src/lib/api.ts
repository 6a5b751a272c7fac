// The lobby: plain requests, and problems as sentences.

import type {
  Claimed,
  Forgotten,
  GameInfo,
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
  SeatLink,
  TableCard,
  TableMade,
} from '../wire';
import { under } from './base';
import type { Move } from './tableProps';
import { language } from './words.svelte';

export class Fault extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const init: RequestInit = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const headers = { 'Content-Type': 'application/json', 'Accept-Language': language.now };
  const response = await fetch(under(path), { ...init, headers });
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as Problem | null;
    throw new Fault(response.status, problem?.title ?? response.statusText);
  }
  return (await response.json()) as T;
}

export const games = () => ask<GameInfo[]>(`/api/games?language=${language.now}`);
export const rules = (game: string) => ask<Rulebook>(`/api/games/${game}/rules?language=${language.now}`);
export const myTables = () => ask<TableCard[]>('/api/tables');
export const newTable = (wish: NewTable) => ask<TableMade>('/api/tables', wish);
export const claim = (id: string, token: string, name?: string) =>
  ask<Claimed>(`/api/tables/${id}/claim`, name ? { token, name } : { token });
export const invited = (id: string, token: string) => ask<Invited>(`/api/tables/${id}/invited`, { token });
export const reach = () => ask<Reach>('/api/reach');
export const codeOf = (id: string) => ask<JoinCode>(`/api/tables/${id}/code`, {});
export const moveSeat = (id: string) => ask<SeatLink>(`/api/tables/${id}/move`, {});
export const forgetMe = () => ask<Forgotten>('/api/forget', {});
export const join = (code: string, name?: string) =>
  ask<Joined>('/api/join', name ? { code, name } : { code });
export const replay = (id: string, eyes: number, language: string, match = -1) =>
  ask<Replay>(`/api/tables/${id}/replay?eyes=${eyes}&language=${language}&match=${match}`);
export const lessonStep = (game: string, number: number, language: string) =>
  ask<LessonStep>(`/api/games/${game}/lesson/${number}?language=${language}`);
export const lessonTry = (game: string, number: number, move: Move, language: string) =>
  ask<LessonAnswer>(`/api/games/${game}/lesson/${number}`, { move, language });
