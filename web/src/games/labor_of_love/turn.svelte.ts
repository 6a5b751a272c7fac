// A choice while it is being made: a project, the pile, a reaction or a bulb is taken up by the first tap and played by
// the second, or at once by whoever likes that.

import { taps } from '../../lib/taps.svelte';
import { Turn as Base } from '../../lib/turn.svelte';

export class Turn extends Base {
  tap(text: string): void {
    const move = this.named(text);
    if (move && !taps.once) this.confirm(move, true);
    else this.send(text);
  }

  make(): void {
    if (this.armed) this.send(this.armed);
  }
}
