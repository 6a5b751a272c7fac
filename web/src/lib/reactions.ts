// Reactions of the talk, and a picture for each: not every computer has a font with them.

const files = import.meta.glob<string>('../../art/talk/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});
const picture = (name: string) => files[`../../art/talk/${name}.svg`]!;

/** What is said, and its picture. */
export const REACTIONS: Record<string, string> = {
  '👏': picture('applause'),
  '❤️': picture('heart'),
  '😂': picture('laugh'),
  '😮': picture('oh'),
  '🙈': picture('oops'),
  '🤞': picture('luck'),
};
