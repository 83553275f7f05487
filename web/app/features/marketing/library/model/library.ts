// The public voice library. The first voices come with the page, the rest from the server.

/** The part of the server's response that the page uses. */
export type LibraryVoice = {
	voice_id: string;
	name: string;
	language: string;
	labels: Record<string, string>;
	tier: string;
	model_name: string;
};
export type LibraryChoice = { value: string; name: string; count: number };
export type LibraryFilters = Record<"languages" | "genders" | "accents" | "tiers", LibraryChoice[]>;
export type LibraryPage = {
	voices: LibraryVoice[];
	total: number;
	page: number;
	pages: number;
	filters: LibraryFilters;
};
export type LibraryQuery = { search: string; language: string; gender: string; accent: string; tier: string };

export const libraryPageSize = 24;
export const emptyQuery: LibraryQuery = { search: "", language: "", gender: "", accent: "", tier: "" };

export async function fetchLibrary(
	query: LibraryQuery,
	page: number,
	signal: AbortSignal,
	pageSize: number = libraryPageSize,
): Promise<LibraryPage> {
	const params = new URLSearchParams(Object.entries(query).filter(([, value]) => value.trim() !== ""));
	params.set("page", String(page));
	params.set("page_size", String(pageSize));
	const response = await fetch(`/v1/try/library?${params}`, { signal });
	const body = (await response.json()) as LibraryPage & { detail?: { message?: string } };
	if (!response.ok) throw new Error(body.detail?.message ?? "Couldn't load voices.");
	return body;
}

export const previewPath = (voiceId: string) => `/v1/voices/${voiceId}/preview`;

const tierNames: Record<string, string> = {
	quality: "Natural",
	fast: "Fast",
	basic: "Basic",
	remote: "Remote",
	fake: "Test",
};

export const tierName = (tier: string) => tierNames[tier] ?? tier;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Known labels of a voice, most searched first, such as "male, British, often misheard". */
export function describeLabels({ labels }: LibraryVoice): string {
	const { gender, accent, pitch, pace, clarity } = labels;
	return [gender, accent && capital(accent), pitch && `${pitch} pitch`, pace && `${pace} pace`, clarity]
		.filter(Boolean)
		.join(", ");
}
