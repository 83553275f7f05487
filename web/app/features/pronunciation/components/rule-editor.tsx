import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import { pronunciationEndpoints } from "@timbre/contract/pronunciation.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Label } from "@timbre/ui/primitives/label.tsx";
import { Select } from "@timbre/ui/primitives/select.tsx";
import { useEffect, useId, useReducer, useState } from "react";
import { call } from "../../../lib/api.ts";
import { counted, languageName } from "../../../lib/format.ts";
import { useLeaveGuard } from "../../../lib/leave-guard.ts";
import { localKeys } from "../../../lib/local-keys.ts";
import { showError, toaster } from "../../../lib/toaster.ts";
import { useStored } from "../../../lib/use-stored.ts";
import { dictionaryQuery, useInvalidate, voicesToHearQuery } from "../pronunciation.queries.ts";
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
	const { voices, voice, chooseVoice } = useVoiceToHear();
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
			{voices.length > 0 ? <VoiceToHear voices={voices} value={voice?.voice_id ?? ""} onChange={chooseVoice} /> : null}
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
			return invalidate();
		},
		onError: (error) => showError("Not saved", error),
	});
}

/** The voice that plays rules: the one last used for speech, until another is chosen here. */
function useVoiceToHear() {
	const { data: voices = [] } = useQuery(voicesToHearQuery);
	const [speechVoice] = useStored(localKeys.speechVoice, "");
	const [own, chooseVoice] = useStored(localKeys.pronunciationVoice, "");
	const voice =
		voices.find((known) => known.voice_id === own) ??
		voices.find((known) => known.voice_id === speechVoice) ??
		voices[0];
	return { voices, voice, chooseVoice };
}

type VoiceToHearProps = {
	voices: { voice_id: string; name: string; language: string }[];
	value: string;
	onChange: (voiceId: string) => void;
};

function VoiceToHear({ voices, value, onChange }: VoiceToHearProps) {
	const id = useId();
	return (
		<div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
			<Label htmlFor={id}>Hear rules with</Label>
			<Select
				id={id}
				value={value}
				onChange={onChange}
				className="w-full sm:w-56"
				options={voices.map((one) => ({ value: one.voice_id, label: one.name, detail: languageName(one.language) }))}
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
