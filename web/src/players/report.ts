// Reports about players, and their texts.
import en from "../../../text/en/report-page.json";
import it from "../../../text/it/report-page.json";
import { request } from "../backend/request";
import type { ApiError, NewReport, ReportReason } from "../backend/wire";
import { partWords } from "../words/part";
import { refusalWords } from "../words/words";

const words = partWords({ en, it });
export const { say } = words;

export const REASONS: readonly ReportReason[] = ["stalled", "threw", "colluded", "name", "phrases"];

export const report = (report: NewReport) => request<void>("POST", "/api/reports", report);

/** Returns the sentence of a refusal. */
export const refused = (error: ApiError): string => words.find(`report.refusal.${error.reason ?? error.code}`) ?? refusalWords(error);
