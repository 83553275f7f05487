import { useQuery } from "@tanstack/react-query";
import { languageName } from "@timbre/contract/language.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { SearchInput } from "@timbre/ui/primitives/forms/search-input.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { useMemo } from "react";
import { voicesQuery } from "../../voices.public.ts";
import type { OwnView } from "../model/own-view.ts";

const any = "any";

const categories: readonly { value: Voice["category"]; label: string }[] = [
	{ value: "generated", label: "Designed" },
	{ value: "cloned", label: "From recordings" },
	{ value: "professional", label: "Professional" },
	{ value: "premade", label: "Default" },
];

type OwnFiltersProps = {
	value: OwnView;
	onChange: (view: OwnView) => void;
	/** False on pages that list a single category. */
	withCategory: boolean;
};

export function OwnFilters({ value, onChange, withCategory }: OwnFiltersProps) {
	const { data: voices } = useQuery(voicesQuery);
	const languages = useMemo(
		() =>
			[...new Set(voices?.map((voice) => voice.language))]
				.map((code) => ({ value: code, label: languageName(code) }))
				.sort((a, b) => a.label.localeCompare(b.label)),
		[voices],
	);
	const set = (patch: Partial<OwnView>) => onChange({ ...value, ...patch });
	return (
		<search className="flex flex-wrap gap-2">
			<SearchInput
				label="Search voices"
				className="min-w-48 flex-1 max-sm:basis-full"
				value={value.search}
				maxLength={100}
				onChange={(event) => set({ search: event.target.value })}
			/>
			<div className="-my-1 flex gap-2 overflow-x-auto py-1 [scrollbar-width:none] max-sm:-mx-4 max-sm:px-4">
				<Select
					label="Language"
					className="w-36 shrink-0"
					value={value.language || any}
					options={[{ value: any, label: "All languages" }, ...languages]}
					onChange={(language) => set({ language: language === any ? "" : language })}
				/>
				{withCategory ? (
					<Select
						label="Type"
						className="w-32 shrink-0"
						value={value.category || any}
						options={[{ value: any, label: "All types" }, ...categories]}
						onChange={(chosen) => set({ category: categories.find((one) => one.value === chosen)?.value ?? "" })}
					/>
				) : null}
				<Select
					label="Sort by"
					className="w-32 shrink-0"
					value={value.sort || any}
					options={[
						{ value: any, label: "Default order" },
						{ value: "newest", label: "Newest" },
						{ value: "name", label: "Name" },
					]}
					onChange={(sort) => set({ sort: sort === "newest" || sort === "name" ? sort : "" })}
				/>
			</div>
		</search>
	);
}
