/** The only file of the dashboard that uses the browser's clock and timers. */

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    after(milliseconds, resolve);
  });
}

export function after(milliseconds: number, action: () => void): void {
  setTimeout(action, milliseconds);
}

export function every(milliseconds: number, action: () => void): () => void {
  const timer = setInterval(action, milliseconds);
  return () => {
    clearInterval(timer);
  };
}

export function browserNow(): number {
  return Date.now();
}
