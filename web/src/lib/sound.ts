// One soft chime when it is your turn, made in the browser; silent unless it was switched on.

export const sound = {
  get on(): boolean {
    return localStorage.getItem('sound') === 'on';
  },
  set on(value: boolean) {
    localStorage.setItem('sound', value ? 'on' : 'off');
  },
};

let context: AudioContext | null = null;

export function chime(): void {
  if (!sound.on) return;
  context ??= new AudioContext();
  [523.25, 659.25].forEach((pitch, i) => {
    const at = context!.currentTime + i * 0.12;
    const tone = context!.createOscillator();
    const level = context!.createGain();
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(0.0001, at);
    level.gain.exponentialRampToValueAtTime(0.08, at + 0.02);
    level.gain.exponentialRampToValueAtTime(0.0001, at + 0.7);
    tone.connect(level).connect(context!.destination);
    tone.start(at);
    tone.stop(at + 0.75);
  });
}
