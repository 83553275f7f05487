import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { pronunciationEndpoints } from "@timbre/contract/pronunciation/endpoints.ts";
import { pronunciationPaths } from "@timbre/contract/pronunciation/paths.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { useEffect, useReducer, useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { useLeaveGuard } from "../../../lib/forms/leave-guard.ts";
import { showError, toaster } from "../../../lib/page/toaster.ts";
import { localKeys } from "../../../lib/storage/local-keys.ts";
import { useStored } from "../../../lib/storage/use-stored.ts";
import { counted } from "../../../lib/text/format.ts";
import { isSelectable } from "../../voices/voices.choice.public.ts";
import { VoicePicker } from "../../voices/voices.picker.public.tsx";
import { voicesQuery } from "../../voices/voices.public.ts";
import { countChanges, type DraftErrors, edit, emptyEditor, toRule, validateDrafts } from "../model/drafts.ts";
import { dictionaryQuery, useInvalidate } from "../pronunciation.queries.ts";
import { useRulePlayback } from "./rule-playback.ts";
import { RuleTable } from "./rule-table.tsx";

type DictionaryWithRules = ResponseOf<typeof pronunciationEndpoints.getDictionary>;

/** Edits, previews and saves the rules of a dictionary as a new version. */
export function RuleEditor({ dictionary, readOnly }: { dictionary: DictionaryWithRules; readOnly: boolean }) {
	const [state, dispatch] = useReducer(edit, emptyEditor, (start) =>
		edit(start, { type: "load", versionId: dictionary.latest_version_id, rules: dictionary.rules }),
	);
	const [errors, setErrors] = useState<ReadonlyMap<number, DraftErrors>>(new Map());
	const [focused, setFocused] = useState<{ key: number; index: number } | null>(null);
	const changes = countChanges(state);
	const { voice, chooseVoice } = usePreviewVoice();
	const playback = useRulePlayback(voice);
	const saving = useSave(dictionary, (versionId) => {
		setErrors(new Map());
		dispatch({ type: "saved", versionId });
	});

	const outdated = dictionary.latest_version_id !== state.versionId && !saving.isPending;
	useEffect(() => {
		// Load a newer version from elsewhere (another tab, a restored version), but never over unsaved edits.
		if (outdated && changes === 0)
			dispatch({ type: "load", versionId: dictionary.latest_version_id, rules: dictionary.rules });
	}, [outdated, changes, dictionary]);

	useLeaveGuard(changes > 0, {
		title: "Leave without saving?",
		description: "Your changes to these rules haven't been saved.",
		action: "Leave",
	});

	const save = () => {
		const found = validateDrafts(state.drafts);
		setErrors(found);
		const index = state.drafts.findIndex((draft) => found.has(draft.key));
		const first = state.drafts[index];
		if (first) setFocused({ key: first.key, index });
		else saving.mutate(state.drafts.map(toRule));
	};

	return (
		<>
			{voice ? <PreviewVoice value={voice} onChange={chooseVoice} /> : null}
			<RuleTable
				drafts={state.drafts}
				errors={errors}
				focused={focused}
				readOnly={readOnly}
				playback={playback}
				dispatch={dispatch}
			/>
			<SaveBar
				changes={changes}
				errorCount={errors.size}
				outdated={outdated && changes > 0}
				busy={saving.isPending}
				onSave={save}
				onDiscard={() => {
					setErrors(new Map());
					dispatch({ type: "discard" });
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
			call(pronunciationPaths.setRules, {
				params: { pronunciation_dictionary_id: dictionary.id },
				body: { rules },
			}),
		onSuccess: (response, rules) => {
			queryClient.setQueryData(dictionaryQuery(dictionary.id).queryKey, {
				...dictionary,
				rules,
				latest_version_id: response.version_id,
				latest_version_rules_num: response.version_rules_num,
			});
			onSaved(response.version_id);
			toaster.show({ tone: "positive", title: "Saved as a new version" });
			// Don't wait for this: the rules are saved, and editing can continue.
			void invalidate();
		},
		onError: (error) => showError("Couldn't save the rules", error),
	});
}

/** The voice for previews: the one last used for speech, until another is chosen here. */
function usePreviewVoice() {
	const { data: voices = [] } = useQuery({ ...voicesQuery, select: selectableVoices });
	const [speechVoice] = useStored(localKeys.speechVoice, "");
	const [own, chooseVoice] = useStored(localKeys.pronunciationVoice, "");
	const voice =
		voices.find((voice) => voice.voice_id === own) ??
		voices.find((voice) => voice.voice_id === speechVoice) ??
		voices[0];
	return { voice, chooseVoice: (chosen: Voice) => chooseVoice(chosen.voice_id) };
}

const selectableVoices = (voices: Voice[]) => voices.filter(isSelectable);

function PreviewVoice({ value, onChange }: { value: Voice; onChange: (voice: Voice) => void }) {
	return (
		<div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
			<p aria-hidden="true" className="font-medium text-[13px]">
				Preview voice
			</p>
			<VoicePicker value={value} onChange={onChange} label="the preview voice" compact className="w-full sm:w-56" />
			<p className="text-[13px] text-muted">You can play unsaved rules. Playing a rule uses credits.</p>
		</div>
	);
}

type SaveBarProps = {
	changes: number;
	errorCount: number;
	outdated: boolean;
	busy: boolean;
	onSave: () => void;
	onDiscard: () => void;
};

function SaveBar({ changes, errorCount, outdated, busy, onSave, onDiscard }: SaveBarProps) {
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
			event.preventDefault();
			if (changes > 0 && !busy) onSave();
		};
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	});
	const message =
		errorCount > 0
			? `Fix ${counted(errorCount, "rule")} before saving.`
			: `${counted(changes, "unsaved change")}.${outdated ? " A newer version exists; saving replaces its rules with yours." : ""}`;
	return (
		<>
			<p role="status" className="sr-only">
				{changes > 0 ? message : ""}
			</p>
			{changes > 0 ? (
				<section
					aria-label="Unsaved changes"
					className="sticky bottom-3 z-10 mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-raised py-2.5 pr-2.5 pl-4 shadow-float"
				>
					<p className={errorCount > 0 ? "text-danger" : undefined}>{message}</p>
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
