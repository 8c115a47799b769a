// One pad as it is open: what stands on it, what was last refused, and how it stands with the others who write on it.
import { announcer } from "../../kit/announcer.svelte";
import { isRefused, type Answered, type Change, type PadsClient, type Entry, type Opening, type Pad, type Rejected, type Sheet, type Shown, type View } from "./client";
import { found, Sharing, type Standing } from "./sharing";
import { card, device, draft, isOfPad, keepCard, keepDraft, keepPad, padText } from "./shelf";
import { say } from "./say";

export class OpenPad {
  /** Replaced as a whole, never changed: so it need not be watched part by part. */
  view: View = $state.raw({ matches: [], evening: { players: [], debts: [] }, operations: 0, undoable: null });
  shared: string | null = $state(null);
  standing: Standing | null = $state(null);
  /** How many operations the others have not heard of. */
  waiting = $state(0);
  /** What is wrong with the device's memory, if anything is. */
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

  /** What another tab has written since. */
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

  /** Writes something down; the answer says why it cannot be. */
  write(change: Change): Rejected | null {
    this.#read();
    const answer = this.client.write(this.#pad, device, change);
    if (isRefused(answer)) return answer.refused;
    // The figures of a hand that is void are not those of the next.
    for (const { id, deck } of answer.view.matches) {
      if (deck.voided.length > (this.sheet(id)?.deck.voided.length ?? 0)) this.keepDraft(id, {});
    }
    this.#keep(answer);
    this.#sharing?.wake();
    return null;
  }

  /** Another name for somebody: in this match, or wherever they sat this evening, who would else be two people. */
  rename(match: string, seat: number, name: string, everywhere: boolean): Rejected | null {
    const before = this.sheet(match)?.players[seat];
    const sheets = this.view.matches.filter(({ id }) => id === match || everywhere);
    const same = sheets.flatMap(({ id, players }) => players.flatMap((player, seat) => (player === before ? [{ match: id, seat }] : [])));
    return same.reduce<Rejected | null>((refused, { match, seat }) => refused ?? this.write({ type: "rename", match, seat, name }), null);
  }

  /** What would stand there, without writing it. */
  attempt(change: Change): Answered<Shown> {
    return this.client.write(this.#pad, device, change);
  }

  open(opening: Opening): Rejected | null {
    return this.write({ type: "open", opening });
  }

  /** Takes in a pad from elsewhere. */
  take(other: Pad): Rejected | null {
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

  /** Gives the pad a link. */
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
      // A device that keeps nothing has said so when something was written.
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
        // Kept, so that a page that is opened without a way knows what the others know already.
        if (String(unheard) !== String(card(this.key).unheard)) this.#keepCard(unheard);
      },
    }, card(this.key).unheard);
  }
}
