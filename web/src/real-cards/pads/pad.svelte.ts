// An open pad: its content, the last refusal, and the synchronization with other devices.
import { announcer } from "../../kit/announcer.svelte";
import { isRefused, type Answered, type Change, type PadsClient, type Entry, type Opening, type Pad, type ApiError, type Sheet, type Shown, type View } from "./client";
import { found, Sharing, type Standing } from "./sharing";
import { card, device, draft, isOfPad, keepCard, keepDraft, keepPad, padText } from "./shelf";
import { say } from "./say";

export class OpenPad {
  /** Replaced as a whole and never modified, so it needs no proxies. */
  view: View = $state.raw({ matches: [], evening: { players: [], debts: [] }, operations: 0, undoable: null });
  shared: string | null = $state(null);
  standing: Standing | null = $state(null);
  /** Number of operations not yet sent to the server. */
  waiting = $state(0);
  /** Error about the device's storage. */
  notKept: string | null = $state(null);
  #pad: Pad | null = null;
  #text: string | null = null;
  #sharing: Sharing | null = null;
  readonly #stored = (event: StorageEvent) => isOfPad(event, this.key) && this.#read();

  constructor(readonly client: PadsClient, readonly key: string) {
    this.shared = card(key).shared;
    this.#read();
    addEventListener("storage", this.#stored);
    if (this.shared !== null) this.#follow(this.shared);
  }

  close(): void {
    removeEventListener("storage", this.#stored);
    this.#sharing?.close();
  }

  get pad(): Pad | null {
    return this.#pad;
  }

  sheet(id: string | null): Sheet | undefined {
    return this.view.matches.find((sheet) => sheet.id === id);
  }

  /** Reads what another tab has written. */
  #read(): void {
    const text = padText(this.key);
    if (text === null || text === this.#text) return;
    this.#text = text;
    let kept: Pad;
    try {
      kept = JSON.parse(text) as Pad;
    } catch {
      return;
    }
    const answer = this.#pad === null ? this.client.view(kept) : this.client.merge(this.#pad, kept);
    if (isRefused(answer)) this.notKept = answer.refused.message;
    else this.#show(answer);
    this.#sharing?.wake();
  }

  #show({ pad, view }: Shown): void {
    this.#pad = pad;
    this.view = view;
  }

  #keep(shown: Shown): void {
    this.#show(shown);
    try {
      this.#text = JSON.stringify(shown.pad);
      keepPad(this.key, this.#text);
      keepCard(this.key, { ...card(this.key), shared: this.shared, touched: Date.now() });
      this.notKept = null;
    } catch (error) {
      this.notKept = say("pads.notKept", { problem: String(error) });
    }
  }

  /** Writes a change. Returns the refusal, if any. */
  write(change: Change): ApiError | null {
    this.#read();
    const answer = this.client.write(this.#pad, device, change);
    if (isRefused(answer)) return answer.refused;
    // The draft of a voided hand is not carried over to the next.
    for (const { id, deck } of answer.view.matches) {
      if (deck.voided.length > (this.sheet(id)?.deck.voided.length ?? 0)) this.keepDraft(id, {});
    }
    this.#keep(answer);
    this.#sharing?.wake();
    return null;
  }

  /**
   * Renames a player in this match, or in all matches of the evening, so that they do not count as two
   * players.
   */
  rename(match: string, seat: number, name: string, everywhere: boolean): ApiError | null {
    const before = this.sheet(match)?.players[seat];
    const sheets = this.view.matches.filter(({ id }) => id === match || everywhere);
    const same = sheets.flatMap(({ id, players }) => players.flatMap((player, seat) => (player === before ? [{ match: id, seat }] : [])));
    return same.reduce<ApiError | null>((refused, { match, seat }) => refused ?? this.write({ type: "rename", match, seat, name }), null);
  }

  /** Returns the result of a change without writing it. */
  attempt(change: Change): Answered<Shown> {
    return this.client.write(this.#pad, device, change);
  }

  open(opening: Opening): ApiError | null {
    return this.write({ type: "open", opening });
  }

  /** Merges a pad from elsewhere. */
  take(other: Pad): ApiError | null {
    this.#read();
    const before = this.view.operations;
    const answer = this.client.merge(this.#pad, other);
    if (isRefused(answer)) return answer.refused;
    if (answer.view.operations !== before) this.#keep(answer);
    return null;
  }

  draft(match: string): Entry {
    return draft(this.key, match);
  }

  keepDraft(match: string, entry: Entry): void {
    try {
      keepDraft(this.key, match, entry);
    } catch (error) {
      this.notKept = say("pads.notKept", { problem: String(error) });
    }
  }

  /** Creates the link of the pad. */
  async share(): Promise<void> {
    if (this.shared !== null || this.#pad === null) return;
    const answer = await found(this.#pad);
    if (answer === null) return;
    this.shared = answer.id;
    keepCard(this.key, { shared: answer.id, touched: Date.now(), unheard: [] });
    this.#follow(answer.id);
  }

  #keepCard(unheard: string[]): void {
    try {
      keepCard(this.key, { ...card(this.key), unheard });
    } catch {
      // An error of the storage was reported when the change was written.
    }
  }

  #follow(id: string): void {
    this.#sharing = new Sharing(id, {
      pad: () => this.#pad ?? { format: "parlour-pad/1", operations: [] },
      take: (pad) => {
        const before = this.view.operations;
        const refused = this.take(pad);
        if (refused !== null) this.notKept = refused.message;
        else if (this.view.operations > before && before > 0) announcer.say(say("pads.others"));
      },
      notify: (standing, unheard) => {
        this.standing = standing;
        this.waiting = unheard.length;
        // Stored, so that a page opened offline knows what the server has already.
        if (String(unheard) !== String(card(this.key).unheard)) this.#keepCard(unheard);
      },
    }, card(this.key).unheard);
  }
}
