// Every word of the pages, by key and language. The games' own words come from the server.

import de from '../words/de.json';
import en from '../words/en.json';

const WORDS: Record<string, Record<string, string>> = { en, de };
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type LanguageName = keyof typeof LANGUAGES;

function first(): LanguageName {
  const kept = localStorage.getItem('language');
  const wanted = kept ?? navigator.language.slice(0, 2);
  return wanted in LANGUAGES ? (wanted as LanguageName) : 'en';
}

export const language = $state({ now: first() });
document.documentElement.lang = language.now;

export function speak(name: LanguageName): void {
  language.now = name;
  localStorage.setItem('language', name);
  document.documentElement.lang = name;
}

/** The words for a key, with {fields} filled in. */
export function t(key: keyof typeof en, fields: Record<string, string | number> = {}): string {
  const text = WORDS[language.now]?.[key] ?? en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(fields[name] ?? ''));
}

/** Names in a row: Ada, Boris and Celeste. */
export const listed = (names: string[]) => new Intl.ListFormat(language.now).format(names);

/** A bot's strength in words; a program of the house is called by its name. */
export const levelName = (level: string) =>
  level.startsWith('engine:') ? t('new.engine', { name: level.slice(7) }) : t(`new.level.${level as 'easy'}`);
