// What only the server can tell of bridge: the double-dummy solver, and files of boards.
import { request } from "./request";
import type { BoardFile, Question, Replay } from "./wire";

/** What the double-dummy solver says: `Answer` is what belongs to the question. */
export const solve = <Answer>(question: Question) => request<Answer>("POST", "/api/double-dummy", question);
export const boards = (file: Uint8Array<ArrayBuffer>) => request<BoardFile>("POST", "/api/boards", file);
export const board = (file: Uint8Array<ArrayBuffer>, number: number) => request<Replay>("POST", `/api/boards/${number}`, file);
