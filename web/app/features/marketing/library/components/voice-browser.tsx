import { primaryLanguage } from "@timbre/contract/language.ts";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import {
	emptyQuery,
	fetchLibrary,
	type LibraryChoice,
	type LibraryPage,
	type LibraryQuery,
	libraryPageSize,
} from "../model/library.ts";
import { VoiceRow } from "./voice-row.tsx";

const control =
	"h-11 w-full rounded-control border border-control bg-raised px-3 text-[15px] text-ink transition-colors placeholder:text-muted hover:border-ink focus-visible:border-ink focus-visible:outline-1 focus-visible:outline-offset-0";

/** Debounce, so not every keystroke sends a request. */
const debounceMs = 250;

/** Search, filters and results. Shows the prerendered voices until the first search. */
export function VoiceBrowser({ first }: { first: LibraryPage }) {
	const { shown, query, search, more, busy, error } = useLibrary(first);
	const { filters, voices, total } = shown;
	const nameOf = (tag: string) =>
		filters.languages.find(({ value }) => value === tag || value === primaryLanguage(tag))?.name ?? tag;
	const choose = (part: Partial<LibraryQuery>) => search({ ...query, ...part });
	const narrowed = Object.values(query).some((value) => value !== "");
	const input = useRef<HTMLInputElement>(null);
	// The input is uncontrolled: run the search for text typed before hydration.
	const searchTypedText = useEffectEvent(() => {
		if (input.current?.value) choose({ search: input.current.value });
	});
	useEffect(() => searchTypedText(), []);
	const clear = () => {
		if (input.current) input.current.value = "";
		search(emptyQuery);
	};
	return (
		<>
			<search
				aria-label="Voices"
				className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))] noscript:hidden"
			>
				<input
					ref={input}
					type="search"
					aria-label="Search voices"
					placeholder="Name, language, accent"
					maxLength={100}
					onChange={(event) => choose({ search: event.target.value })}
					className={`${control} sm:col-span-2 lg:col-span-1`}
				/>
				<Choice
					label="Language"
					all="All languages"
					value={query.language}
					options={filters.languages}
					onChoose={(language) => choose({ language })}
				/>
				<Choice
					label="Quality"
					all="All qualities"
					value={query.tier}
					options={filters.tiers}
					onChoose={(tier) => choose({ tier })}
				/>
				<Choice
					label="Gender"
					all="Any gender"
					value={query.gender}
					options={filters.genders}
					onChoose={(gender) => choose({ gender })}
				/>
				<Choice
					label="Accent"
					all="Any accent"
					value={query.accent}
					options={filters.accents}
					onChoose={(accent) => choose({ accent })}
				/>
			</search>
			<div className="mt-6 mb-4 flex min-h-8 flex-wrap items-center justify-between gap-3 text-[15px] text-muted">
				<p role="status">{busy ? "Searching…" : `${total} ${total === 1 ? "voice" : "voices"}`}</p>
				{narrowed ? (
					<button type="button" onClick={clear} className="rounded-sm text-ink underline underline-offset-4">
						Clear filters
					</button>
				) : null}
			</div>
			<p role="alert" className="mb-4 text-danger empty:hidden">
				{error}
			</p>
			{voices.length === 0 && !busy ? (
				<p className="rounded-card border border-line border-dashed px-5 py-10 text-center text-muted">
					No voices match. Remove a filter or try another search.
				</p>
			) : (
				<ul aria-label="Voices" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
					{voices.map((voice) => (
						<VoiceRow key={voice.voice_id} voice={voice} languageName={nameOf(voice.language)} />
					))}
				</ul>
			)}
			{shown.page < shown.pages ? (
				<div className="mt-8 flex justify-center noscript:hidden">
					<button
						type="button"
						onClick={more}
						aria-disabled={busy || undefined}
						className="inline-flex h-11 items-center rounded-control border border-line bg-raised px-5 font-medium text-[15px] hover:bg-hover aria-disabled:opacity-60"
					>
						Show more voices
					</button>
				</div>
			) : null}
		</>
	);
}

type ChoiceProps = {
	label: string;
	all: string;
	value: string;
	options: LibraryChoice[];
	onChoose: (value: string) => void;
};

function Choice({ label, all, value, options, onChoose }: ChoiceProps) {
	const id = useId();
	return (
		<div>
			<label htmlFor={id} className="sr-only">
				{label}
			</label>
			<select id={id} value={value} onChange={(event) => onChoose(event.target.value)} className={control}>
				<option value="">{all}</option>
				{options.map((option) => (
					<option key={option.value} value={option.value}>
						{option.name} ({option.count})
					</option>
				))}
			</select>
		</div>
	);
}

/**
 * Loads the results up to a page. The prerendered first page lists the shipped voices, which may differ from this
 * server's, so the first "show more" fetches everything again from the server.
 */
async function loadPage(query: LibraryQuery, page: number, before: Shown, signal: AbortSignal): Promise<Shown> {
	if (page > 1 && !before.fetched) {
		const all = await fetchLibrary(query, 1, signal, page * libraryPageSize);
		return { ...all, page, pages: Math.ceil(all.total / libraryPageSize), fetched: true };
	}
	const found = await fetchLibrary(query, page, signal);
	return { ...found, voices: page > 1 ? [...before.voices, ...found.voices] : found.voices, fetched: true };
}

type Shown = LibraryPage & { fetched?: boolean };

function useLibrary(first: LibraryPage) {
	const [shown, setShown] = useState<Shown>(first);
	const [query, setQuery] = useState(emptyQuery);
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState("");
	const running = useRef<AbortController>(undefined);
	useEffect(() => () => running.current?.abort(), []);

	const load = async (next: LibraryQuery, page: number, delayMs: number) => {
		running.current?.abort();
		const abort = new AbortController();
		running.current = abort;
		setBusy(true);
		setError("");
		try {
			if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
			if (abort.signal.aborted) return;
			setShown(await loadPage(next, page, shown, abort.signal));
		} catch (failure) {
			if (!abort.signal.aborted) setError(failure instanceof Error ? failure.message : "Couldn't load voices.");
		} finally {
			if (running.current === abort) setBusy(false);
		}
	};
	return {
		shown,
		query,
		busy,
		error,
		search: (next: LibraryQuery) => {
			setQuery(next);
			void load(next, 1, next.search === query.search ? 0 : debounceMs);
		},
		more: () => {
			if (!busy) void load(query, shown.page + 1, 0);
		},
	};
}
