// The fairness check: this browser recomputes every draw of a finished match from the revealed secret.
// It needs nothing from the server but the record itself.

import { hmac, sha256 } from './sha256';

const utf8 = new TextEncoder();

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

const hashed = (text: string) => hex(sha256(utf8.encode(text)));

/** The index that a secret draws at one ply. */
export function drawIndex(
  secret: Uint8Array,
  nonces: string[],
  n: number,
  ply: number,
  undos: number,
  logHash: string,
): number {
  const message = [...nonces, ply, undos, logHash].join('|');
  const mac = hex(hmac(secret, utf8.encode(message)));
  return Number(BigInt(`0x${mac}`) % BigInt(n));
}

export interface FairRecord {
  header: string;
  lines: string[];
  /** `begins`: the ply from which this secret draws; a match may go on from a turn of another one. */
  fairness: { commitment: string; nonces: string[]; secret: string | null; begins?: number };
}

export interface FairResult {
  ok: boolean;
  draws: number;
  /** The number of the first move that is wrong; -1 if the secret itself is. */
  wrong?: number;
}

/** The format of the log from which on draws no longer follow from how often something was taken back. */
const WITHOUT_UNDOS = 2;

const DRAW = /^(.+) @(\d+)\/(\d+)(?:~(\d+))?$/;

/** Check the commitment and every draw of a record. */
export function checkRecord(record: FairRecord): FairResult {
  const { commitment, nonces, secret } = record.fairness;
  if (!secret) return { ok: false, draws: 0, wrong: -1 };
  const raw = fromHex(secret);
  if (hex(sha256(raw)) !== commitment) return { ok: false, draws: 0, wrong: -1 };
  let hash = hashed(record.header);
  const countsUndos = JSON.parse(record.header).parlour < WITHOUT_UNDOS;
  let draws = 0;
  for (const [ply, line] of record.lines.entries()) {
    const drawn = DRAW.exec(line);
    if (drawn && ply >= (record.fairness.begins ?? 0)) {
      const [, , index, n, undos] = drawn;
      const right = drawIndex(raw, nonces, Number(n), ply, Number(undos ?? 0), hash);
      if (right !== Number(index) || (undos && !countsUndos)) return { ok: false, draws, wrong: ply + 1 };
      draws += 1;
    }
    hash = hashed(`${hash}\n${line}`);
  }
  return { ok: true, draws };
}
