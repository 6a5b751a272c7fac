import { expect, test } from 'vitest';
import de from './de.json';
import en from './en.json';

const fields = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();

test('every language says everything, with the same fields', () => {
  expect(Object.keys(de)).toEqual(Object.keys(en));
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    expect(fields(de[key]), key).toEqual(fields(en[key]));
  }
});
