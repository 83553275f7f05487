import { type HistorySource, historySources } from "@timbre/contract/history.ts";

/** What of the history is shown; all of it lives in the address, so that a view can be kept and shared. Days are yyyy-mm-dd. */
export type HistoryFilter = { search: string; voice: string; source: string; from: string; to: string };

export const noFilter: HistoryFilter = { search: "", voice: "", source: "", from: "", to: "" };

export const sourceNames: Record<HistorySource, string> = {
	TTS: "Text to speech",
	STS: "Voice changer",
	Projects: "Studio",
	PD: "Pronunciation",
	AN: "Audio Native",
	Dubbing: "Dubbing",
	PlayAPI: "Play API",
	ConvAI: "Agents",
	VoiceGeneration: "Voice design",
	InVPC: "Private cloud",
	Flows: "Flows",
};

const names = ["search", "voice", "source", "from", "to"] as const;
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

export function readFilter(params: URLSearchParams): HistoryFilter {
	const filter = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])) as HistoryFilter;
	return {
		...filter,
		source: historySources.find((known) => known === filter.source) ?? "",
		from: isDay(filter.from) ? filter.from : "",
		to: isDay(filter.to) ? filter.to : "",
	};
}

export function writeFilter(params: URLSearchParams, filter: HistoryFilter): URLSearchParams {
	const next = new URLSearchParams(params);
	for (const name of names) {
		if (filter[name]) next.set(name, filter[name]);
		else next.delete(name);
	}
	return next;
}

export function isFiltered(filter: HistoryFilter): boolean {
	return names.some((name) => filter[name] !== "");
}

/** A day of the reader's own calendar as the moment it begins. */
function startOfDay(day: string, plusDays = 0): number {
	const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
	return Math.floor(new Date(year, month - 1, date + plusDays).getTime() / 1000);
}

/** The filter as the server takes it; the last day is meant whole. */
export function filterQuery(filter: HistoryFilter) {
	return {
		search: filter.search.trim() || undefined,
		voice_id: filter.voice || undefined,
		source: historySources.find((known) => known === filter.source),
		date_after_unix: filter.from ? startOfDay(filter.from) : undefined,
		date_before_unix: filter.to ? startOfDay(filter.to, 1) : undefined,
	};
}
