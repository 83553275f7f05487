import { useQuery } from "@tanstack/react-query";
import { historySources } from "@timbre/contract/history/rules.ts";
import { languageName } from "@timbre/contract/language.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { SearchInput } from "@timbre/ui/primitives/forms/search-input.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { X } from "lucide-react";
import { useMemo } from "react";
import { voiceNamesQuery } from "../history.queries.ts";
import { type HistoryFilter, isFiltered, noFilter, sourceNames } from "../model/history-filter.ts";

const any = "any";

type HistoryFiltersProps = {
	value: HistoryFilter;
	onChange: (filter: HistoryFilter) => void;
	/** Offers to filter by the kind of generation. */
	withSource: boolean;
};

export function HistoryFilters({ value, onChange, withSource }: HistoryFiltersProps) {
	const voices = useQuery(voiceNamesQuery);
	const voiceOptions = useMemo(
		() => [
			{ value: any, label: "All voices" },
			...(voices.data ?? []).map(({ voice_id, name, language }) => ({
				value: voice_id,
				label: name,
				detail: languageName(language),
			})),
		],
		[voices.data],
	);
	const set = (patch: Partial<HistoryFilter>) => onChange({ ...value, ...patch });
	return (
		<search className="flex flex-wrap items-center gap-2">
			<SearchInput
				label="Search text"
				className="min-w-48 flex-1 max-lg:basis-full"
				value={value.search}
				onChange={(event) => set({ search: event.target.value })}
			/>
			<Select
				label="Voice"
				className="w-36 max-lg:flex-1"
				value={value.voice || any}
				options={voiceOptions}
				onChange={(voice) => set({ voice: voice === any ? "" : voice })}
			/>
			{withSource ? (
				<Select
					label="Source"
					className="w-40 max-lg:flex-1"
					value={value.source || any}
					options={[
						{ value: any, label: "All sources" },
						...historySources.map((source) => ({ value: source, label: sourceNames[source] })),
					]}
					onChange={(source) => set({ source: source === any ? "" : source })}
				/>
			) : null}
			<div className="flex items-center gap-1.5 max-sm:w-full">
				<Input
					type="date"
					aria-label="Start date"
					className="w-36 max-sm:flex-1"
					value={value.from}
					max={value.to || undefined}
					onChange={(event) => set({ from: event.target.value })}
				/>
				<span aria-hidden="true" className="text-muted">
					–
				</span>
				<Input
					type="date"
					aria-label="End date"
					className="w-36 max-sm:flex-1"
					value={value.to}
					min={value.from || undefined}
					onChange={(event) => set({ to: event.target.value })}
				/>
			</div>
			{isFiltered(value) ? (
				<Button variant="quiet" onClick={() => onChange(noFilter)}>
					<X aria-hidden="true" />
					Clear
				</Button>
			) : null}
		</search>
	);
}
