// What the page and its worker say to one another.

export type ToWorker =
  | { kind: 'begin'; parts: string }
  | { kind: 'ask'; id: number; method: string; target: string; body: string; language: string }
  | { kind: 'open'; line: number; table: string }
  | { kind: 'say'; line: number; text: string }
  | { kind: 'close'; line: number };

export type FromWorker =
  | { kind: 'answer'; id: number; status: number; text: string }
  | { kind: 'opened'; line: number }
  | { kind: 'said'; line: number; text: string }
  | { kind: 'closed'; line: number; code: number }
  | { kind: 'ready'; milliseconds: number; bytes: number };
