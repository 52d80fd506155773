/** Limits the progress events of a call: a server may send them as fast as a pipe allows. */

/** Most events that are passed on in a time span. Of further ones, only the newest is passed on when the span ends. */
const MAX_IN_SPAN = 20;
const SPAN_MS = 200;

/** `end` must be called when the call has ended. It passes on the event that was held back. */
export class ProgressLimit<News> {
  private readonly tell: (news: News) => void;
  private told = 0;
  private newest: { readonly news: News } | undefined;
  private span: NodeJS.Timeout | undefined;

  constructor(tell: (news: News) => void) {
    this.tell = tell;
  }

  take(news: News): void {
    this.span ??= setTimeout(() => this.over(), SPAN_MS);
    if (this.told === MAX_IN_SPAN) {
      this.newest = { news };
      return;
    }
    this.told += 1;
    this.tell(news);
  }

  end(): void {
    clearTimeout(this.span);
    this.over();
  }

  private over(): void {
    const { newest } = this;
    this.span = undefined;
    this.newest = undefined;
    this.told = 0;
    if (newest) this.tell(newest.news);
  }
}
