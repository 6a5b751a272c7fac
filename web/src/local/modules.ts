// The games' WebAssembly modules, as Python in the page calls them: numbers go in, a number comes out. An array is an
// address in Python's memory, how many bytes, how many records, and whether the function writes it; an address below zero
// is one of the module's own memory.

// What a function gives: the kind of a number, or a list of such.
type Shape = string | Shape[];

interface About {
  functions: Record<string, { takes: string[]; gives: Shape }>;
}

type Kernel = (...sent: (number | bigint)[]) => number | bigint | undefined;

const ARRAYS = new Set(['E', 'edition', 'G', 'H', 'W', 'out', 'rng', 'working', 'specs', 'runs', 'ends']);
const WORD = 8;
// How many words one part of an answer takes at most.
const MOST = 4;

export class RuleFault extends Error {}

/** How many parts an answer has. */
const parts = (shape: Shape): number =>
  Array.isArray(shape) ? shape.reduce<number>((sum, one) => sum + parts(one), 0) : 1;

/** A whole number as Python should get it: large ones stay exact. */
const whole = (found: bigint) => (Number.isSafeInteger(Number(found)) ? Number(found) : found);

class GameModule {
  private bytes = new Uint8Array();
  /** Room for each argument, as large as the largest that it was. */
  private readonly rooms: { place: number; size: number }[] = [];

  constructor(
    readonly name: string,
    readonly functions: About['functions'],
    private readonly exports: WebAssembly.Exports,
  ) {}

  get memory(): Uint8Array {
    const { buffer } = this.exports['memory'] as WebAssembly.Memory;
    if (this.bytes.buffer !== buffer) this.bytes = new Uint8Array(buffer);
    return this.bytes;
  }

  take(size: number): number {
    return (this.exports['parlour_take'] as Kernel)(size) as number;
  }

  room(i: number, size: number): number {
    const known = this.rooms[i];
    if (known && known.size >= size) return known.place;
    this.rooms[i] = { place: this.take(size), size };
    return this.rooms[i].place;
  }

  call(name: string, python: () => Uint8Array, given: (number | bigint)[]): unknown {
    const about = this.functions[name];
    if (!about) throw new Error(`${this.name} has no function ${name}`);
    const sent: (number | bigint)[] = [];
    const written: { place: number; address: number; size: number }[] = [];
    let at = 0;
    for (const argument of about.takes) {
      if (!ARRAYS.has(argument)) continue;
      const size = given[this.start(about.takes, argument) + 1] as number;
      if (size) this.room(about.takes.indexOf(argument), size);
    }
    for (const [i, argument] of about.takes.entries()) {
      if (argument === 'arguments') {
        sent.push(...given.slice(at).map(BigInt));
      } else if (ARRAYS.has(argument)) {
        const [address, size, count, writes] = given.slice(at, at + 4) as number[];
        at += 4;
        if (address! < 0) sent.push(-address!, count!);
        else {
          const place = this.room(i, size!);
          this.memory.set(python().subarray(address, address! + size!), place);
          sent.push(place, count!);
          if (writes) written.push({ place, address: address!, size: size! });
        }
      } else sent.push(BigInt.asIntN(64, BigInt(given[at++]!)));
    }
    const several = Array.isArray(about.gives) ? about.gives : null;
    const out = several ? this.room(about.takes.length, WORD * MOST * parts(several)) : 0;
    const found = this.run(this.exports[name] as Kernel, several ? [...sent, out] : sent);
    for (const { place, address, size } of written)
      python().set(this.memory.subarray(place, place + size), address);
    if (several) return this.numbers(out, several);
    if (about.gives === 'bool') return Boolean(found);
    return typeof found === 'bigint' ? whole(found) : found;
  }

  /** Call a function; one that fails leaves the stack as it was. */
  private run(kernel: Kernel, sent: (number | bigint)[]): number | bigint | undefined {
    const stack = this.exports['stack'] as WebAssembly.Global<'i32'>;
    const before = stack.value;
    try {
      return kernel(...sent);
    } catch (error) {
      stack.value = before;
      if (error instanceof RuleFault) throw error;
      throw new RuleFault(`${this.name}.${kernel.name}: ${(error as Error).message}`);
    }
  }

  /** At which number an argument begins. */
  private start(takes: string[], argument: string): number {
    let at = 0;
    for (const one of takes) {
      if (one === argument) return at;
      at += ARRAYS.has(one) ? 4 : 1;
    }
    return at;
  }

  /** Numbers that lie side by side, in the shape in which the rule gave them. */
  private numbers(place: number, shape: Shape[]): unknown[] {
    const cells = new DataView(this.memory.buffer);
    let at = place;
    const read = (kind: Shape): unknown => {
      if (Array.isArray(kind)) return kind.map(read);
      if (kind.startsWith('array')) {
        const dimensions = Number(kind.slice(5));
        const begin = at;
        at += WORD * (2 + dimensions);
        return { cells: this.cells(cells, begin, dimensions) };
      }
      at += WORD;
      if (kind === 'float') return cells.getFloat64(at - WORD, true);
      const found = cells.getBigInt64(at - WORD, true);
      return kind === 'bool' ? Boolean(found) : whole(found);
    };
    return shape.map(read);
  }

  /** The cells of an array whose description lies at a place; its memory is given back. */
  private cells(memory: DataView, at: number, dimensions: number): unknown[] {
    const word = (i: number) => Number(memory.getBigInt64(at + WORD * i, true));
    let cell = word(1);
    const read = (dimension: number): unknown => {
      if (dimension === dimensions) {
        cell += WORD;
        return whole(memory.getBigInt64(cell - WORD, true));
      }
      return Array.from({ length: word(2 + dimension) }, () => read(dimension + 1));
    };
    const found = read(0) as unknown[];
    (this.exports['parlour_release'] as Kernel)(word(0));
    return found;
  }
}

/** The modules that are loaded, and Python's memory. */
export class Modules {
  private readonly loaded = new Map<string, GameModule>();

  constructor(
    private readonly read: (file: string) => Promise<Uint8Array>,
    private readonly python: () => Uint8Array,
  ) {}

  load = async (name: string): Promise<void> => {
    if (this.loaded.has(name)) return;
    const [code, about] = await Promise.all([
      this.read(`games/${name}.wasm`),
      this.read(`games/${name}.json`),
    ]);
    const fault = (number: number) => {
      throw new RuleFault(`a rule of ${name} has failed (${number})`);
    };
    const { instance } = await WebAssembly.instantiate(code as Uint8Array<ArrayBuffer>, {
      env: { parlour_host_fault: fault },
    });
    const { functions } = JSON.parse(new TextDecoder().decode(about)) as About;
    this.loaded.set(name, new GameModule(name, functions, instance.exports));
  };

  private of(name: string): GameModule {
    const found = this.loaded.get(name);
    if (!found) throw new Error(`the rules of ${name} are not loaded`);
    return found;
  }

  call = (game: string, name: string, ...given: (number | bigint)[]): unknown =>
    this.of(game).call(name, this.python, given);

  take = (game: string, size: number): number => this.of(game).take(size);

  /** Copy bytes of Python's into a module for good. */
  keep = (game: string, address: number, size: number): number => {
    const place = this.of(game).take(size);
    this.write(game, place, address, size);
    return place;
  };

  write = (game: string, place: number, address: number, size: number): void => {
    this.of(game).memory.set(this.python().subarray(address, address + size), place);
  };

  fetch = (game: string, place: number, address: number, size: number): void => {
    this.python().set(this.of(game).memory.subarray(place, place + size), address);
  };

  /** How many bytes the modules have. */
  get size(): number {
    return [...this.loaded.values()].reduce((sum, one) => sum + one.memory.length, 0);
  }
}
