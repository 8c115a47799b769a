// The offer of a lesson at the first table of a game. It is shown in one tab, until it is declined or the
// first deal is over.

const KEY = "parlour.offer";

/** Offers the lesson at this card table. */
export function offerLesson(table: string): void {
  try {
    sessionStorage.setItem(KEY, table);
  } catch {
    // Without storage no offer is made.
  }
}
/** Whether the lesson is offered at this card table. */
export const offersLesson = (table: string): boolean => sessionStorage.getItem(KEY) === table;
export const withdrawOffer = (): void => sessionStorage.removeItem(KEY);
