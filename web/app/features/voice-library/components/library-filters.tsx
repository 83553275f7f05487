import { useQuery } from "@tanstack/react-query";
import type { LibraryFacet } from "@timbre/contract/voice-library/endpoints.ts";
import { librarySorts } from "@timbre/contract/voice-library/rules.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { SearchInput } from "@timbre/ui/primitives/forms/search-input.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { AudioWaveform, X } from "lucide-react";
import { count } from "../../../lib/text/format.ts";
import {
	hasLibraryFilters,
	type LibraryFilter,
	librarySort,
	noLibraryFilter,
	withLanguage,
} from "../model/library-filter.ts";
import { sortNames } from "../model/library-text.ts";
import { libraryFiltersQuery } from "../voice-library.queries.ts";

const any = "any";

type LibraryFiltersProps = {
	value: LibraryFilter;
	onChange: (filter: LibraryFilter) => void;
	/** Opens the search by recording. */
	onRecording: () => void;
};

export function LibraryFilters({ value, onChange, onRecording }: LibraryFiltersProps) {
	const { data: facets } = useQuery(libraryFiltersQuery);
	const set = (patch: Partial<LibraryFilter>) => onChange({ ...value, ...patch });
	const accents = facets?.accents.filter(({ language }) => !value.language || language === value.language);
	return (
		<search className="flex flex-col gap-2">
			<div className="flex gap-2">
				<SearchInput
					label="Search the library"
					placeholder="Try “calm older man”"
					className="min-w-0 flex-1 [&_input]:h-11 [&_input]:text-[15px]"
					value={value.search}
					maxLength={300}
					onChange={(event) => set({ search: event.target.value })}
				/>
				<Button className="h-11" aria-label="Search by recording" onClick={onRecording}>
					<AudioWaveform aria-hidden="true" />
					<span className="max-sm:hidden">By recording</span>
				</Button>
			</div>
			{/* One line that scrolls sideways on narrow screens. */}
			<div className="-mx-4 -my-1 flex min-h-11 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:-mx-8 md:px-8 xl:mx-0 xl:px-0">
				<Facet
					label="Language"
					all="All languages"
					facets={facets?.languages}
					value={value.language}
					onChange={(language) => onChange(withLanguage(value, language))}
				/>
				<Facet
					label="Accent"
					all="All accents"
					facets={accents}
					value={value.accent}
					onChange={(accent) => set({ accent })}
				/>
				<Facet
					label="Gender"
					all="All genders"
					facets={facets?.genders}
					value={value.gender}
					onChange={(gender) => set({ gender })}
				/>
				<Facet label="Age" all="All ages" facets={facets?.ages} value={value.age} onChange={(age) => set({ age })} />
				<Facet
					label="Use case"
					all="All use cases"
					facets={facets?.use_cases}
					value={value.use_case}
					onChange={(use_case) => set({ use_case })}
				/>
				<Facet
					label="Category"
					all="All categories"
					facets={facets?.categories}
					value={value.category}
					onChange={(category) => set({ category })}
				/>
			</div>
		</search>
	);
}

type LibraryOrderProps = Pick<LibraryFiltersProps, "value" | "onChange">;

/** Sort order and a button that clears the filters. */
export function LibraryOrder({ value, onChange }: LibraryOrderProps) {
	const searching = value.search.trim() !== "";
	const sorts = librarySorts.filter((sort) => sort !== "relevance" || searching);
	return (
		<div className="flex shrink-0 items-center gap-2">
			{hasLibraryFilters(value) ? (
				<Button variant="quiet" size="small" onClick={() => onChange({ ...noLibraryFilter, sort: value.sort })}>
					<X aria-hidden="true" />
					Clear filters
				</Button>
			) : null}
			<Select
				label="Sort by"
				className="h-8 w-36"
				value={librarySort(value)}
				options={sorts.map((sort) => ({ value: sort, label: sortNames[sort] }))}
				onChange={(sort) => onChange({ ...value, sort })}
			/>
		</div>
	);
}

type FacetProps = {
	label: string;
	all: string;
	facets: readonly LibraryFacet[] | undefined;
	value: string;
	onChange: (value: string) => void;
};

/** Offers only values that exist in the library. Hidden if it could not narrow the list. */
function Facet({ label, all, facets = [], value, onChange }: FacetProps) {
	const known = facets.filter((facet, at) => facets.findIndex((other) => other.value === facet.value) === at);
	// Keep the value from the URL selectable while the facets load.
	const missing = value && !known.some((facet) => facet.value === value) ? [{ value, name: value, count: 0 }] : [];
	if (known.length < 2 && !value) return null;
	return (
		<Select
			label={label}
			className={cn("w-36 shrink-0 xl:w-auto xl:min-w-0 xl:flex-1", value && "border-ink font-medium")}
			value={value || any}
			options={[
				{ value: any, label: all },
				...[...missing, ...known].map((facet) => ({
					value: facet.value,
					label: facet.name,
					aside: facet.count > 0 ? count(facet.count) : undefined,
				})),
			]}
			onChange={(chosen) => onChange(chosen === any ? "" : chosen)}
		/>
	);
}
