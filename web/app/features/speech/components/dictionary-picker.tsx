import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "@timbre/ui/primitives/overlays/popover.tsx";
import { ChevronsUpDown } from "lucide-react";
import { Link } from "react-router";
import { messageOf } from "../../../lib/api/api-error.ts";
import { counted } from "../../../lib/text/format.ts";
import { dictionariesQuery } from "../speech.queries.ts";

const maxDictionaries = 3;

/** Pronunciation dictionaries for the next generation. Without a choice, the workspace defaults apply. */
export function DictionaryPicker({ value, onChange }: { value: string[]; onChange: (ids: string[]) => void }) {
	const dictionaries = useQuery(dictionariesQuery);
	if (dictionaries.isPending) return <Skeleton className="h-9" />;
	if (dictionaries.isError) {
		return <p className="text-[13px] text-muted">Couldn't load dictionaries: {messageOf(dictionaries.error)}</p>;
	}
	if (dictionaries.data.length === 0) {
		return (
			<p className="text-[13px] text-muted">
				No dictionaries yet.{" "}
				<Link to="/app/speech-synthesis/pronunciation" className="text-ink underline underline-offset-2">
					Create one
				</Link>
			</p>
		);
	}
	const available = dictionaries.data;
	const chosen = value.flatMap((id) => available.find((dictionary) => dictionary.id === id) ?? []);
	const toggle = (id: string, on: boolean) =>
		onChange(on ? [...chosen.map((one) => one.id), id] : value.filter((one) => one !== id));
	return (
		<Popover>
			<PopoverTrigger className="flex h-9 w-full items-center justify-between gap-2 rounded-control border border-control bg-raised px-3 text-left transition-colors hover:border-ink">
				<span className="sr-only">Change dictionaries: </span>
				<span className="truncate">
					{chosen.length > 0 ? chosen.map((one) => one.name).join(", ") : "Workspace defaults"}
				</span>
				<ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
			</PopoverTrigger>
			<PopoverContent align="end" aria-label="Pronunciation dictionaries" className="flex flex-col gap-3">
				<p className="text-[13px] text-muted">
					Choose up to {maxDictionaries}. The first one with a rule for a word applies. If you choose none, the
					workspace defaults apply.
				</p>
				<div className="flex max-h-64 flex-col gap-2.5 overflow-y-auto p-px">
					{available.map((dictionary) => {
						const on = chosen.includes(dictionary);
						return (
							<Checkbox
								key={dictionary.id}
								label={`${dictionary.name} (${counted(dictionary.latest_version_rules_num, "rule")})`}
								checked={on}
								disabled={!on && chosen.length >= maxDictionaries}
								onChange={(next) => toggle(dictionary.id, next)}
							/>
						);
					})}
				</div>
			</PopoverContent>
		</Popover>
	);
}
