// The lessons and puzzles, loaded by game when they are needed.

/** An exercise as in its file. Only the module reads all of it. */
export interface Exercise { id: string; kind: "lesson" | "puzzle"; title: Record<string, string>; record: { game: string } }

const lessons = import.meta.glob<Exercise>("../../../exercises/*/lesson.json", { import: "default" });
const puzzles = import.meta.glob<Exercise[]>("../../../exercises/*/puzzles.json", { import: "default" });

const pathOf = (game: string, file: string) => `../../../exercises/${game}/${file}.json`;
const gameOf = (path: string): string => path.split("/").at(-2) ?? "";

/** Difficulties of puzzles, in the order in which a game lists its puzzles. */
export const DIFFICULTIES = ["easy", "medium", "hard"] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** The number of a puzzle in its game, from 1, and its difficulty. */
export interface PuzzlePlace { number: number; difficulty: Difficulty }

/** Returns the difficulty of a puzzle by its place, from 0, among the puzzles of its game. The file lists easy ones first. */
export const difficultyOf = (place: number, puzzles: number): Difficulty => DIFFICULTIES[Math.min(2, Math.floor((3 * place) / puzzles))]!;

/** The games with exercises. */
export const taught: ReadonlySet<string> = new Set([...Object.keys(lessons), ...Object.keys(puzzles)].map(gameOf));

/** Returns the exercises of a game in order, the lesson first. */
export async function exercisesOf(game: string): Promise<Exercise[]> {
  const [lesson, some] = await Promise.all([lessons[pathOf(game, "lesson")]?.(), puzzles[pathOf(game, "puzzles")]?.()]);
  return [...(lesson === undefined ? [] : [lesson]), ...(some ?? [])];
}
