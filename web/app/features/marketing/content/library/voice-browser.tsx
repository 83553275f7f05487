import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import {
	everything,
	fetchLibrary,
	type LibraryChoice,
	type LibraryPage,
	type LibraryQuery,
	libraryPageSize,
} from "./library.ts";
import { VoiceRow } from "./voice-row.tsx";

const control =
	"h-11 w-full rounded-control border border-control bg-raised px-3 text-[15px] text-ink transition-colors placeholder:text-muted hover:border-ink focus-visible:border-ink focus-visible:outline-1 focus-visible:outline-offset-0";

/** Long enough that not every letter asks the server. */
const settleMs = 250;

/** Search, filters and the list. What came with the page stays until somebody asks for something else. */
export function VoiceBrowser({ first }: { first: LibraryPage }) {
	const { shown, query, ask, more, busy, error } = useLibrary(first);
	const { filters, voices, total } = shown;
	const nameOf = (tag: string) =>
		filters.languages.find(({ value }) => value === tag || value === tag.split("-")[0])?.name ?? tag;
	const choose = (part: Partial<LibraryQuery>) => ask({ ...query, ...part });
	const narrowed = Object.values(query).some((value) => value !== "");
	const search = useRef<HTMLInputElement>(null);
	// The field keeps its own words: those that were typed before the scripts came are asked for when they have.
	const askEarly = useEffectEvent(() => {
		if (search.current?.value) choose({ search: search.current.value });
	});
	useEffect(() => askEarly(), []);
	const clear = () => {
		if (search.current) search.current.value = "";
		ask(everything);
	};
	return (
		<>
			<search
				aria-label="Voices"
				className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))] noscript:hidden"
			>
				<input
					ref={search}
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
				<p role="status">{busy ? "Looking …" : `${total} ${total === 1 ? "voice" : "voices"}`}</p>
				{narrowed ? (
					<button type="button" onClick={clear} className="rounded-sm text-ink underline underline-offset-4">
						Show all
					</button>
				) : null}
			</div>
			<p role="alert" className="mb-4 text-danger empty:hidden">
				{error}
			</p>
			{voices.length === 0 && !busy ? (
				<p className="rounded-card border border-line border-dashed px-5 py-10 text-center text-muted">
					No voice fits all of that. Remove a filter, or search for a language.
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
 * The list up to a page. What came with the page is the software's own list, which this server's may differ from: the first time
 * that more is asked for, the server tells all of it.
 */
async function pageOf(query: LibraryQuery, page: number, before: Shown, signal: AbortSignal): Promise<Shown> {
	if (page > 1 && !before.asked) {
		const all = await fetchLibrary(query, 1, signal, page * libraryPageSize);
		return { ...all, page, pages: Math.ceil(all.total / libraryPageSize), asked: true };
	}
	const found = await fetchLibrary(query, page, signal);
	return { ...found, voices: page > 1 ? [...before.voices, ...found.voices] : found.voices, asked: true };
}

type Shown = LibraryPage & { asked?: boolean };

function useLibrary(first: LibraryPage) {
	const [shown, setShown] = useState<Shown>(first);
	const [query, setQuery] = useState(everything);
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState("");
	const running = useRef<AbortController>(undefined);
	useEffect(() => () => running.current?.abort(), []);

	const load = async (asked: LibraryQuery, page: number, settle: number) => {
		running.current?.abort();
		const mine = new AbortController();
		running.current = mine;
		setBusy(true);
		setError("");
		try {
			if (settle > 0) await new Promise((resolve) => setTimeout(resolve, settle));
			if (mine.signal.aborted) return;
			setShown(await pageOf(asked, page, shown, mine.signal));
		} catch (fault) {
			if (!mine.signal.aborted) setError(fault instanceof Error ? fault.message : "The voices could not be loaded.");
		} finally {
			if (running.current === mine) setBusy(false);
		}
	};
	return {
		shown,
		query,
		busy,
		error,
		ask: (asked: LibraryQuery) => {
			setQuery(asked);
			void load(asked, 1, asked.search === query.search ? 0 : settleMs);
		},
		more: () => {
			if (!busy) void load(query, shown.page + 1, 0);
		},
	};
}
