// The lessons and puzzles of the house, a game at a time: who does not learn loads none of them.

/** An exercise as the file has it; only the rules read all of it. */
export interface Exercise { id: string; kind: "lesson" | "puzzle"; title: Record<string, string>; record: { game: string } }

const lessons = import.meta.glob<Exercise>("../../../exercises/*/lesson.json", { import: "default" });
const puzzles = import.meta.glob<Exercise[]>("../../../exercises/*/puzzles.json", { import: "default" });

const pathOf = (game: string, file: string) => `../../../exercises/${game}/${file}.json`;
const gameOf = (path: string): string => path.split("/").at(-2) ?? "";

/** The games with something to learn. */
export const taught: ReadonlySet<string> = new Set([...Object.keys(lessons), ...Object.keys(puzzles)].map(gameOf));

/** The exercises of a game, in the order in which one does them: its lesson first. */
export async function exercisesOf(game: string): Promise<Exercise[]> {
  const [lesson, some] = await Promise.all([lessons[pathOf(game, "lesson")]?.(), puzzles[pathOf(game, "puzzles")]?.()]);
  return [...(lesson === undefined ? [] : [lesson]), ...(some ?? [])];
}
