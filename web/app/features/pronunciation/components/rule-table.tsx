import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { SearchInput } from "@timbre/ui/primitives/forms/search-input.tsx";
import { Plus } from "lucide-react";
import { type Dispatch, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { count, counted } from "../../../lib/text/format.ts";
import type { Draft, DraftErrors, EditorAction } from "../model/drafts.ts";
import type { RulePlayback } from "./rule-playback.ts";
import { RuleRow } from "./rule-row.tsx";

const pageSize = 50;

type RuleTableProps = {
	drafts: readonly Draft[];
	errors: ReadonlyMap<number, DraftErrors>;
	/** The row to scroll to and focus, at its first invalid field. */
	focused: { key: number; index: number } | null;
	readOnly: boolean;
	playback: RulePlayback;
	dispatch: Dispatch<EditorAction>;
};

export function RuleTable({ drafts, errors, focused, readOnly, playback, dispatch }: RuleTableProps) {
	const [search, setSearch] = useState("");
	const [shown, setShown] = useState(pageSize);
	const body = useRef<HTMLTableSectionElement>(null);
	const addButton = useRef<HTMLButtonElement>(null);
	const query = search.trim().toLowerCase();
	const matching = query
		? drafts.filter((draft) => `${draft.text}\n${draft.pronunciation}`.toLowerCase().includes(query))
		: drafts;
	const change = useCallback(
		(key: number, patch: Partial<Omit<Draft, "key">>) => dispatch({ type: "change", key, patch }),
		[dispatch],
	);
	const remove = useCallback(
		(key: number) => {
			// The focused button disappears with its row, so focus the next row's button or the add button.
			const row = body.current?.querySelector(`[data-rule="${key}"]`);
			const next = row?.nextElementSibling ?? row?.previousElementSibling;
			const button = next?.querySelector<HTMLElement>('[data-field="delete"]') ?? addButton.current;
			dispatch({ type: "remove", key });
			button?.focus();
		},
		[dispatch],
	);
	const add = () => {
		// Render synchronously, so that the next key press goes into the new row.
		flushSync(() => {
			setSearch("");
			dispatch({ type: "add" });
		});
		body.current?.querySelector<HTMLElement>('[data-field="written"]')?.focus();
	};
	useEffect(() => {
		if (!focused) return;
		setSearch("");
		setShown((before) => Math.max(before, Math.ceil((focused.index + 1) / pageSize) * pageSize));
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
					label="Search rules"
					className="min-w-48 flex-1 sm:max-w-72"
					value={search}
					onChange={(event) => {
						setSearch(event.target.value);
						setShown(pageSize);
					}}
				/>
				<p role="status" className="text-[13px] text-muted tabular">
					{query ? `${count(matching.length)} of ${counted(drafts.length, "rule")}` : counted(drafts.length, "rule")}
				</p>
				{readOnly ? null : (
					<Button ref={addButton} className="ml-auto" onClick={add}>
						<Plus aria-hidden="true" />
						Add rule
					</Button>
				)}
			</div>
			{matching.length === 0 ? (
				<EmptyState
					title={query ? "No matching rules" : "No rules yet"}
					action={
						query ? (
							<Button onClick={() => setSearch("")}>Clear search</Button>
						) : readOnly ? null : (
							<Button variant="primary" onClick={add}>
								<Plus aria-hidden="true" />
								Add your first rule
							</Button>
						)
					}
				>
					{query
						? "Search covers the text and its pronunciation."
						: "A rule defines how a word is pronounced, as an alias or in phonemes."}
				</EmptyState>
			) : (
				<table className="w-full max-lg:block">
					<caption className="sr-only">Rules</caption>
					<thead className="max-lg:sr-only">
						<tr className="border-line border-b text-left text-[13px] text-muted">
							<th scope="col" className="pb-2 font-medium">
								Text
							</th>
							<th scope="col" className="pb-2 font-medium">
								Type
							</th>
							<th scope="col" className="pb-2 font-medium">
								Pronunciation
							</th>
							<th scope="col" className="pb-2 font-medium">
								<span className="sr-only">Actions</span>
							</th>
						</tr>
					</thead>
					<tbody ref={body} className="max-lg:block">
						{matching.slice(0, shown).map((draft) => (
							<RuleRow
								key={draft.key}
								draft={draft}
								errors={errors.get(draft.key)}
								readOnly={readOnly}
								playback={playback}
								onChange={change}
								onRemove={remove}
							/>
						))}
					</tbody>
				</table>
			)}
			{matching.length > shown ? (
				<div className="mt-5 flex justify-center">
					<Button onClick={() => setShown(shown + pageSize)}>
						Show {Math.min(pageSize, matching.length - shown)} more
					</Button>
				</div>
			) : null}
		</>
	);
}
