import type { HistorySource } from "@timbre/contract/history/endpoints.ts";
import { historySources } from "@timbre/contract/history/rules.ts";

/** History filters. They are stored in the URL, so that a view can be bookmarked and shared. Dates are yyyy-mm-dd. */
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

const fields = ["search", "voice", "source", "from", "to"] as const;
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

export function readFilter(params: URLSearchParams): HistoryFilter {
	const filter = Object.fromEntries(fields.map((name) => [name, params.get(name) ?? ""])) as HistoryFilter;
	return {
		...filter,
		source: historySources.find((source) => source === filter.source) ?? "",
		from: isDay(filter.from) ? filter.from : "",
		to: isDay(filter.to) ? filter.to : "",
	};
}

export function writeFilter(params: URLSearchParams, filter: HistoryFilter): URLSearchParams {
	const next = new URLSearchParams(params);
	for (const name of fields) {
		if (filter[name]) next.set(name, filter[name]);
		else next.delete(name);
	}
	return next;
}

export function isFiltered(filter: HistoryFilter): boolean {
	return fields.some((name) => filter[name] !== "");
}

/** Unix time at which a day starts in the user's time zone. */
function startOfDay(day: string, plusDays = 0): number {
	const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
	return Math.floor(new Date(year, month - 1, date + plusDays).getTime() / 1000);
}

/** The filter as query parameters; the last day is included. */
export function filterQuery(filter: HistoryFilter) {
	return {
		search: filter.search.trim() || undefined,
		voice_id: filter.voice || undefined,
		source: historySources.find((source) => source === filter.source),
		date_after_unix: filter.from ? startOfDay(filter.from) : undefined,
		date_before_unix: filter.to ? startOfDay(filter.to, 1) : undefined,
	};
}
