import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import { pronunciationEndpoints } from "@timbre/contract/pronunciation.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { useEffect, useReducer, useState } from "react";
import { call } from "../../../lib/api.ts";
import { counted } from "../../../lib/format.ts";
import { useLeaveGuard } from "../../../lib/leave-guard.ts";
import { localKeys } from "../../../lib/local-keys.ts";
import { showError, toaster } from "../../../lib/toaster.ts";
import { useStored } from "../../../lib/use-stored.ts";
import { isPickable } from "../../voices/voices.choice.public.ts";
import { VoicePicker } from "../../voices/voices.picker.public.tsx";
import { voicesQuery } from "../../voices/voices.public.tsx";
import { dictionaryQuery, useInvalidate } from "../pronunciation.queries.ts";
import { changesIn, edit, empty, type Fault, faultsOf, toRule } from "./drafts.ts";
import { RuleTable } from "./rule-table.tsx";
import { useSpeakRule } from "./speak-rule.ts";

type DictionaryWithRules = ResponseOf<typeof pronunciationEndpoints.getDictionary>;

/** The rules of a dictionary, to change, hear and save as a new version. */
export function RuleEditor({ dictionary, readOnly }: { dictionary: DictionaryWithRules; readOnly: boolean }) {
	const [state, dispatch] = useReducer(edit, empty, (start) =>
		edit(start, { do: "load", versionId: dictionary.latest_version_id, rules: dictionary.rules }),
	);
	const [faults, setFaults] = useState<ReadonlyMap<number, Fault>>(new Map());
	const [focused, setFocused] = useState<{ key: number; place: number } | null>(null);
	const changes = changesIn(state);
	const { voice, chooseVoice } = useVoiceToHear();
	const speaker = useSpeakRule(voice);
	const saving = useSave(dictionary, (versionId) => {
		setFaults(new Map());
		dispatch({ do: "saved", versionId });
	});

	const overtaken = dictionary.latest_version_id !== state.versionId && !saving.isPending;
	useEffect(() => {
		// A newer version from elsewhere (another tab, a restored one) is shown, but never over what is being written here.
		if (overtaken && changes === 0)
			dispatch({ do: "load", versionId: dictionary.latest_version_id, rules: dictionary.rules });
	}, [overtaken, changes, dictionary]);

	useLeaveGuard(changes > 0, {
		title: "Leave without saving?",
		description: "The changes to these rules are not saved yet.",
		action: "Leave",
	});

	const save = () => {
		const found = faultsOf(state.drafts);
		setFaults(found);
		const place = state.drafts.findIndex((draft) => found.has(draft.key));
		const first = state.drafts[place];
		if (first) setFocused({ key: first.key, place });
		else saving.mutate(state.drafts.map(toRule));
	};

	return (
		<>
			{voice ? <VoiceToHear value={voice} onChange={chooseVoice} /> : null}
			<RuleTable
				drafts={state.drafts}
				faults={faults}
				focused={focused}
				readOnly={readOnly}
				speaker={speaker}
				dispatch={dispatch}
			/>
			<SaveBar
				changes={changes}
				faults={faults.size}
				overtaken={overtaken && changes > 0}
				busy={saving.isPending}
				onSave={save}
				onDiscard={() => {
					setFaults(new Map());
					dispatch({ do: "discard" });
				}}
			/>
		</>
	);
}

function useSave(dictionary: DictionaryWithRules, onSaved: (versionId: string) => void) {
	const queryClient = useQueryClient();
	const invalidate = useInvalidate();
	return useMutation({
		mutationFn: (rules: DictionaryWithRules["rules"]) =>
			call(pronunciationEndpoints.setRules, {
				params: { pronunciation_dictionary_id: dictionary.id },
				body: { rules },
			}),
		onSuccess: (answer, rules) => {
			queryClient.setQueryData(dictionaryQuery(dictionary.id).queryKey, {
				...dictionary,
				rules,
				latest_version_id: answer.version_id,
				latest_version_rules_num: answer.version_rules_num,
			});
			onSaved(answer.version_id);
			toaster.show({ tone: "positive", title: "Saved as a new version" });
			// Not waited for: it is saved, and the next change can be, too.
			void invalidate();
		},
		onError: (error) => showError("Not saved", error),
	});
}

/** The voice that plays rules: the one last used for speech, until another is chosen here. */
function useVoiceToHear() {
	const { data: voices = [] } = useQuery({ ...voicesQuery, select: pickable });
	const [speechVoice] = useStored(localKeys.speechVoice, "");
	const [own, chooseVoice] = useStored(localKeys.pronunciationVoice, "");
	const voice =
		voices.find((known) => known.voice_id === own) ??
		voices.find((known) => known.voice_id === speechVoice) ??
		voices[0];
	return { voice, chooseVoice: (chosen: Voice) => chooseVoice(chosen.voice_id) };
}

const pickable = (voices: Voice[]) => voices.filter(isPickable);

function VoiceToHear({ value, onChange }: { value: Voice; onChange: (voice: Voice) => void }) {
	return (
		<div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
			<p aria-hidden="true" className="font-medium text-[13px]">
				Hear rules with
			</p>
			<VoicePicker
				value={value}
				onChange={onChange}
				label="the voice to hear rules with"
				compact
				className="w-full sm:w-56"
			/>
			<p className="text-[13px] text-muted">Play speaks a rule as it stands, saved or not, and uses credits.</p>
		</div>
	);
}

type SaveBarProps = {
	changes: number;
	faults: number;
	overtaken: boolean;
	busy: boolean;
	onSave: () => void;
	onDiscard: () => void;
};

function SaveBar({ changes, faults, overtaken, busy, onSave, onDiscard }: SaveBarProps) {
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
			event.preventDefault();
			if (changes > 0 && !busy) onSave();
		};
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	});
	const words =
		faults > 0
			? `${counted(faults, "rule")} cannot be saved yet.`
			: `${counted(changes, "change")} not saved.${overtaken ? " A newer version exists; saving puts yours on top of it." : ""}`;
	return (
		<>
			<p role="status" className="sr-only">
				{changes > 0 ? words : ""}
			</p>
			{changes > 0 ? (
				<section
					aria-label="Unsaved changes"
					className="sticky bottom-3 z-10 mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-raised py-2.5 pr-2.5 pl-4 shadow-float"
				>
					<p className={faults > 0 ? "text-danger" : undefined}>{words}</p>
					<div className="ml-auto flex gap-2">
						<Button variant="quiet" onClick={onDiscard}>
							Discard
						</Button>
						<Button variant="primary" busy={busy} onClick={onSave}>
							Save
						</Button>
					</div>
				</section>
			) : null}
		</>
	);
}
