// What is told of bridge beside the tables: the double-dummy solver, and files of boards.
import { studied } from "./houses";
import type { BoardFile, Question, Replay } from "./wire";

/** What the double-dummy solver says: `Answer` is what belongs to the question. */
export const solve = <Answer extends object>(question: Question) => studied<Answer>("/api/double-dummy", question);
export const boards = (file: Uint8Array<ArrayBuffer>) => studied<BoardFile>("/api/boards", file);
export const board = (file: Uint8Array<ArrayBuffer>, number: number) => studied<Replay>(`/api/boards/${number}`, file);
