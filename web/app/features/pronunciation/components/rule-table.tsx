import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { SearchInput } from "@timbre/ui/primitives/search-input.tsx";
import { Plus } from "lucide-react";
import { type Dispatch, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { count, counted } from "../../../lib/format.ts";
import type { Draft, Edit, Fault } from "./drafts.ts";
import { RuleRow } from "./rule-row.tsx";
import type { RuleSpeaker } from "./speak-rule.ts";

const step = 50;

type RuleTableProps = {
	drafts: readonly Draft[];
	faults: ReadonlyMap<number, Fault>;
	/** Brought into view, its fault first. */
	focused: { key: number; place: number } | null;
	readOnly: boolean;
	speaker: RuleSpeaker;
	dispatch: Dispatch<Edit>;
};

export function RuleTable({ drafts, faults, focused, readOnly, speaker, dispatch }: RuleTableProps) {
	const [search, setSearch] = useState("");
	const [shown, setShown] = useState(step);
	const body = useRef<HTMLTableSectionElement>(null);
	const adder = useRef<HTMLButtonElement>(null);
	const wanted = search.trim().toLowerCase();
	const fitting = wanted
		? drafts.filter((draft) => `${draft.written}\n${draft.said}`.toLowerCase().includes(wanted))
		: drafts;
	const change = useCallback(
		(key: number, patch: Partial<Omit<Draft, "key">>) => dispatch({ do: "change", key, patch }),
		[dispatch],
	);
	const remove = useCallback(
		(key: number) => {
			// The key that was pressed goes with its row; the next one takes over, or the way to a new rule.
			const row = body.current?.querySelector(`[data-rule="${key}"]`);
			const next = row?.nextElementSibling ?? row?.previousElementSibling;
			const button = next?.querySelector<HTMLElement>('[data-field="delete"]') ?? adder.current;
			dispatch({ do: "remove", key });
			button?.focus();
		},
		[dispatch],
	);
	const add = () => {
		// Drawn at once, so that the next key pressed is already written into it.
		flushSync(() => {
			setSearch("");
			dispatch({ do: "add" });
		});
		body.current?.querySelector<HTMLElement>('[data-field="written"]')?.focus();
	};
	useEffect(() => {
		if (!focused) return;
		setSearch("");
		setShown((before) => Math.max(before, Math.ceil((focused.place + 1) / step) * step));
		requestAnimationFrame(() => {
			const row = body.current?.querySelector(`[data-rule="${focused.key}"]`);
			const field = row?.querySelector<HTMLElement>("[aria-invalid=true]") ?? row?.querySelector("input");
			field?.focus();
		});
	}, [focused]);

	return (
		<>
			<div className="mb-3 flex flex-wrap items-center gap-2">
				<SearchInput
					label="Find a rule"
					className="min-w-48 flex-1 sm:max-w-72"
					value={search}
					onChange={(event) => {
						setSearch(event.target.value);
						setShown(step);
					}}
				/>
				<p role="status" className="text-[13px] text-muted tabular">
					{wanted ? `${count(fitting.length)} of ${counted(drafts.length, "rule")}` : counted(drafts.length, "rule")}
				</p>
				{readOnly ? null : (
					<Button ref={adder} className="ml-auto" onClick={add}>
						<Plus aria-hidden="true" />
						Add rule
					</Button>
				)}
			</div>
			{fitting.length === 0 ? (
				<EmptyState
					title={wanted ? "No rule fits" : "No rules yet"}
					action={
						wanted ? (
							<Button onClick={() => setSearch("")}>Show all rules</Button>
						) : readOnly ? null : (
							<Button variant="primary" onClick={add}>
								<Plus aria-hidden="true" />
								Add the first rule
							</Button>
						)
					}
				>
					{wanted
						? "The search looks at what is written and what is said."
						: "A rule says how a word is spoken: by other words, or by its sounds."}
				</EmptyState>
			) : (
				<table className="w-full max-lg:block">
					<caption className="sr-only">Rules</caption>
					<thead className="max-lg:sr-only">
						<tr className="border-line border-b text-left text-[13px] text-muted">
							<th scope="col" className="pb-2 font-medium">
								Written
							</th>
							<th scope="col" className="pb-2 font-medium">
								Said by
							</th>
							<th scope="col" className="pb-2 font-medium">
								Said as
							</th>
							<th scope="col" className="pb-2 font-medium">
								<span className="sr-only">Actions</span>
							</th>
						</tr>
					</thead>
					<tbody ref={body} className="max-lg:block">
						{fitting.slice(0, shown).map((draft) => (
							<RuleRow
								key={draft.key}
								draft={draft}
								fault={faults.get(draft.key)}
								readOnly={readOnly}
								speaker={speaker}
								onChange={change}
								onRemove={remove}
							/>
						))}
					</tbody>
				</table>
			)}
			{fitting.length > shown ? (
				<div className="mt-5 flex justify-center">
					<Button onClick={() => setShown(shown + step)}>Show {Math.min(step, fitting.length - shown)} more</Button>
				</div>
			) : null}
		</>
	);
}
