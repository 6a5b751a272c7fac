// The fairness check: this browser recomputes every draw of a finished match from the revealed secret.
// It needs nothing from the server but the record itself.

const utf8 = new TextEncoder();

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (b) => b.toString(16).padStart(2, '0')).join('');
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

async function sha256(text: string): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', utf8.encode(text)));
}

/** The index that a secret draws at one ply. */
export async function drawIndex(
  secret: Uint8Array<ArrayBuffer>,
  nonces: string[],
  n: number,
  ply: number,
  undos: number,
  logHash: string,
): Promise<number> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const message = [...nonces, ply, undos, logHash].join('|');
  const mac = hex(await crypto.subtle.sign('HMAC', key, utf8.encode(message)));
  return Number(BigInt(`0x${mac}`) % BigInt(n));
}

export interface FairRecord {
  header: string;
  lines: string[];
  fairness: { commitment: string; nonces: string[]; secret: string | null };
}

export interface FairResult {
  ok: boolean;
  draws: number;
  /** The number of the first move that is wrong; -1 if the secret itself is. */
  wrong?: number;
}

const DRAW = /^(.+) @(\d+)\/(\d+)(?:~(\d+))?$/;

/** Check the commitment and every draw of a record. */
export async function checkRecord(record: FairRecord): Promise<FairResult> {
  const { commitment, nonces, secret } = record.fairness;
  if (!secret) return { ok: false, draws: 0, wrong: -1 };
  const raw = fromHex(secret);
  if (hex(await crypto.subtle.digest('SHA-256', raw)) !== commitment)
    return { ok: false, draws: 0, wrong: -1 };
  let hash = await sha256(record.header);
  let draws = 0;
  for (const [ply, line] of record.lines.entries()) {
    const drawn = DRAW.exec(line);
    if (drawn) {
      const [, , index, n, undos] = drawn;
      const right = await drawIndex(raw, nonces, Number(n), ply, Number(undos ?? 0), hash);
      if (right !== Number(index)) return { ok: false, draws, wrong: ply + 1 };
      draws += 1;
    }
    hash = await sha256(`${hash}\n${line}`);
  }
  return { ok: true, draws };
}
