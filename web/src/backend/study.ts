// Requests about bridge that need no table: the double-dummy solver, and files of boards.
import { studied } from "./backends";
import type { BoardFile, Question, Replay } from "./wire";

/** Asks the double-dummy solver. `Answer` is the type that belongs to the question. */
export const solve = <Answer extends object>(question: Question) => studied<Answer>("/api/double-dummy", question);
export const boards = (file: Uint8Array<ArrayBuffer>) => studied<BoardFile>("/api/boards", file);
export const board = (file: Uint8Array<ArrayBuffer>, number: number) => studied<Replay>(`/api/boards/${number}`, file);
