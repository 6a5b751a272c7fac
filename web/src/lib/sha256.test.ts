import { expect, test } from 'vitest';
import { hmac, sha256 } from './sha256';

const hex = (bytes: Uint8Array) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');

test.each([0, 1, 31, 55, 56, 63, 64, 65, 119, 120, 1000])(
  '%i bytes as the browser hashes them',
  async (n) => {
    const bytes = Uint8Array.from({ length: n }, (_, i) => (i * 37 + n) % 256);
    const digest = await crypto.subtle.digest('SHA-256', bytes);
    expect(hex(sha256(bytes))).toBe(hex(new Uint8Array(digest)));
    const key = Uint8Array.from([...bytes.slice(0, 100), 7]);
    const way = { name: 'HMAC', hash: 'SHA-256' };
    const signed = await crypto.subtle.sign(
      'HMAC',
      await crypto.subtle.importKey('raw', key, way, false, ['sign']),
      bytes,
    );
    expect(hex(hmac(key, bytes))).toBe(hex(new Uint8Array(signed)));
  },
);
