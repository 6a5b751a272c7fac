// What a game's table and the frame around it tell each other. The frame owns the bar, the prompt, the rail and the
// sheet; a table says here what stands in them while something is being chosen or shown. Nothing in here knows a rule.

import type { Component, Snippet } from 'svelte';
import type { Score, SeatInfo, Sentence } from '../wire';

/** One answer in the prompt: a button. */
export interface Answer {
  text: string;
  act: () => void;
  /** The likeliest answer comes first and is filled. */
  main?: boolean;
  /** The key that does the same, as it is written on keyboards. */
  key?: string;
  icon?: Component<{ size?: number; 'aria-hidden'?: 'true' }>;
  /** On a phone its icon is enough; the text is its label. */
  brief?: boolean;
  /** Told when the pointer or the focus comes and goes. */
  point?: (on: boolean) => void;
  /** A link in place of an act. */
  href?: string;
}

/** A stretch of a sentence; one that names a piece has its tone and its mark. */
export interface Stretch {
  text: string;
  tone?: string;
  /** The name of a picture in the table's sprite. */
  mark?: string;
}

/** How a game wants its frame; `export const frame: FrameSpec` in the module script of its Table.svelte. */
export interface FrameSpec {
  /** Where the seats stand: in the bar (two seats with the score between them), in a row below it, or in the rail; `own`:
   * the table draws them itself, in the row's place (`frameState.seats`). */
  seats?: 'bar' | 'row' | 'rail' | 'own';
  /** The rail's width in px at 1280. */
  rail?: number;
  /** On a phone the table shows the seats itself. */
  seated?: boolean;
  /** A second tap plays what the first took up: a setting offers to play at once. */
  taps?: boolean;
  /** What glows at this table, where it is not rose. */
  accent?: string;
  /** The game has no text beside the board (a silent table keeps the rail for the story alone). */
  silent?: boolean;
}

export class FrameState {
  /** The question in place of the server's, and the line of facts below it. */
  question = $state('');
  facts = $state('');
  answers = $state.raw<Answer[]>([]);
  /** Something is in the hand: the prompt offers to put it back. */
  held = $state(false);
  putBack: () => void = () => {};
  /** Points as far as they are told, while a table still shows how it ended; null: the view's. */
  points = $state.raw<number[] | null>(null);
  /** One score for all of them, where nobody plays against anybody: how many of how many. */
  joint = $state.raw<{ n: number; of: number; label: string } | null>(null);
  /** The game's own mark of a seat, in place of its seal. */
  mark = $state.raw<Snippet<[number]> | null>(null);
  /** The story in marks, where a game tells it so; the sentences are behind a button. */
  marks = $state.raw<Snippet | null>(null);
  /** The table itself shows the score line by line when it is over. */
  scored = $state(false);
  /** The table's picture of what a line of the score sheet is about. */
  scoreMark = $state.raw<Snippet<[Score]> | null>(null);
  /** Beside the score, when it is over: what decided. */
  finale = $state.raw<Snippet | null>(null);
  /** A word below the points: face up, two columns told. */
  unit = $state('');
  /** What each seat shows of its hand, by seat: 2 cards. */
  hands = $state.raw<string[]>([]);
  /** Lines of the story that wait until the table has shown them. */
  waits = $state.raw<(line: Sentence) => boolean>(() => false);
  /** How a sentence is told with marks. */
  tell = $state.raw<(text: string) => Stretch[]>((text) => [{ text }]);
  /** Places that the list of moves or a line of the story points at. */
  lit = $state.raw<string[]>([]);
  /** The game's own look of a seat, in place of the frame's; what stands in the middle of the bar, and what leads the prompt. */
  seat = $state.raw<Snippet<[SeatInfo]> | null>(null);
  middle = $state.raw<Snippet | null>(null);
  lead = $state.raw<Snippet | null>(null);
  /** The game's own tab in the bottom sheet of a phone. */
  tab = $state.raw<{ text: string; body: Snippet } | null>(null);
  /** The seats as the table draws them itself. A page without a frame has no place for them: then `framed` is false. */
  seats = $state.raw<Snippet | null>(null);
  framed = $state(false);
  /** How a seat of this browser gets another name, where it may. */
  rename = $state.raw<((seat: number, name: string) => void) | null>(null);
  /** The table's own keys, in a sentence. */
  keys = $state('');
  /** The table still shows what the last move has brought: nobody says it before. */
  showing = $state(false);
  /** The table has no place for this question: the list of all moves opens by itself and says so. */
  listed = $state(false);

  /** As if nothing had been said: a table that goes away takes its words with it. */
  reset(): void {
    [this.question, this.facts, this.unit, this.keys] = ['', '', '', ''];
    [this.answers, this.hands, this.lit] = [[], [], []];
    [this.held, this.listed, this.scored, this.points, this.tab] = [false, false, false, null, null];
    this.showing = false;
    [this.seats, this.seat, this.middle, this.lead] = [null, null, null, null];
    [this.joint, this.mark, this.marks, this.scoreMark, this.finale] = [null, null, null, null, null];
    this.waits = () => false;
  }
}
