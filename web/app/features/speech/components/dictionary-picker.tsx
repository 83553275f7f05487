import { useQuery } from "@tanstack/react-query";
import { Checkbox } from "@timbre/ui/primitives/checkbox.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "@timbre/ui/primitives/popover.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { ChevronsUpDown } from "lucide-react";
import { Link } from "react-router";
import { counted } from "../../../lib/format.ts";
import { dictionariesQuery } from "../speech.queries.ts";

const most = 3;

/** Which pronunciation dictionaries apply to the next generation. None chosen: those of the workspace. */
export function DictionaryPicker({ value, onChange }: { value: string[]; onChange: (ids: string[]) => void }) {
	const dictionaries = useQuery(dictionariesQuery);
	if (dictionaries.isPending) return <Skeleton className="h-9" />;
	if (dictionaries.isError) {
		return <p className="text-[13px] text-muted">The dictionaries could not be loaded: {dictionaries.error.message}</p>;
	}
	if (dictionaries.data.length === 0) {
		return (
			<p className="text-[13px] text-muted">
				None yet.{" "}
				<Link to="/app/speech-synthesis/pronunciation" className="text-ink underline underline-offset-2">
					Teach it a name
				</Link>
			</p>
		);
	}
	const known = dictionaries.data;
	const chosen = value.flatMap((id) => known.find((dictionary) => dictionary.id === id) ?? []);
	const toggle = (id: string, on: boolean) =>
		onChange(on ? [...chosen.map((one) => one.id), id] : value.filter((one) => one !== id));
	return (
		<Popover>
			<PopoverTrigger className="flex h-9 w-full items-center justify-between gap-2 rounded-control border border-control bg-raised px-3 text-left transition-colors hover:border-ink">
				<span className="sr-only">Change dictionaries: </span>
				<span className="truncate">
					{chosen.length > 0 ? chosen.map((one) => one.name).join(", ") : "As the workspace has it"}
				</span>
				<ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
			</PopoverTrigger>
			<PopoverContent align="end" aria-label="Pronunciation dictionaries" className="flex flex-col gap-3">
				<p className="text-[13px] text-muted">
					Up to {most}; of two rules for a word the first dictionary’s holds. With none, the workspace’s own apply.
				</p>
				<div className="flex max-h-64 flex-col gap-2.5 overflow-y-auto p-px">
					{known.map((dictionary) => {
						const on = chosen.includes(dictionary);
						return (
							<Checkbox
								key={dictionary.id}
								label={`${dictionary.name} (${counted(dictionary.latest_version_rules_num, "rule")})`}
								checked={on}
								disabled={!on && chosen.length >= most}
								onChange={(next) => toggle(dictionary.id, next)}
							/>
						);
					})}
				</div>
			</PopoverContent>
		</Popover>
	);
}
