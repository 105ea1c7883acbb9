/**
 * Nine of ten list items of a run repeat what the same actor received before. Oracles that check each item on its own get only the others.
 * An item counts as a repetition if its text, its operation, and its actor are the same, no oracle found a breach in the response, and the run
 * has since learned no secret that the item can contain.
 */
import { isObject, type Exchange, type Run } from '#client';

/** How many characters of items are kept. Later items are checked every time. */
const KEPT_CHARACTERS = 64_000_000;

/** What oracles of items check in a response. */
interface News {
  /** The response without repeated items, or the response itself if there are none. */
  exchange: Exchange;
  /** Records that nothing is wrong with its items. */
  remember: () => void;
}

export class SeenItems {
  readonly #run: Run;
  readonly #seen = new Set<string>();
  #characters = 0;
  #secrets = '';

  constructor(run: Run) {
    this.#run = run;
  }

  newsIn(exchange: Exchange): News {
    const { operation, status, json, text, unseen, actor, url } = exchange;
    const whole: News = { exchange, remember: () => undefined };
    if (status !== 200 || unseen !== undefined || !isObject(json) || !Array.isArray(json['items'])) return whole;
    this.#forgetIfSecretsChanged();
    const items: readonly unknown[] = json['items'];
    const texts = items.map((item) => JSON.stringify(item));
    // Otherwise, the text has something that is not in the JSON, such as a repeated key.
    const length = JSON.stringify({ ...json, items: [] }).length + texts.join(',').length;
    if (items.length === 0 || length !== text.length) return whole;
    const keys = texts.map((one) => `${actor} ${operation ?? ''} ${one}`);
    const news = { ...json, items: items.filter((_, i) => !this.#seen.has(keys[i] ?? '')) };
    return {
      exchange: news.items.length === items.length ? exchange : { ...exchange, json: news, text: JSON.stringify(news) },
      remember: () => {
        // A response may repeat a place that its request gave, and other responses may not.
        if (!url.includes('near=')) this.#remember(keys);
      },
    };
  }

  #remember(keys: readonly string[]): void {
    for (const key of keys) {
      if (this.#seen.has(key) || this.#characters > KEPT_CHARACTERS) continue;
      this.#seen.add(key);
      this.#characters += key.length;
    }
  }

  #forgetIfSecretsChanged(): void {
    const { earlier, is_live, overlooked } = this.#run.secrets;
    const secrets = `${earlier} ${is_live} ${overlooked}`;
    if (secrets === this.#secrets) return;
    this.#secrets = secrets;
    this.#seen.clear();
    this.#characters = 0;
  }
}
