import { useMutation } from "@tanstack/react-query";
import { designEndpoints } from "@timbre/contract/voice-making/design.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { type FormEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import { call } from "../../../lib/api.ts";
import { messageOf } from "../../../lib/api-error.ts";
import { speechPath } from "../../../lib/redirect.ts";
import { toaster } from "../../../lib/toaster.ts";
import { useVoicesChanged } from "../voices.own.queries.ts";

type SaveVoiceDialogProps = {
	generatedVoiceId: string;
	description: string;
	kind: "designed" | "remixed";
	onSaved: (name: string) => void;
	onClose: () => void;
};

/** Minimum description length of a saved voice; remix prompts may be shorter. */
const minDescription = 20;

export function SaveVoiceDialog({ generatedVoiceId, description, kind, onSaved, onClose }: SaveVoiceDialogProps) {
	const navigate = useNavigate();
	const changed = useVoicesChanged();
	const form = useId();
	const [name, setName] = useState("");
	const [error, setError] = useState<string>();
	const savedDescription =
		description.length >= minDescription ? description : `Remixed from another voice: ${description}`;
	const saving = useMutation({
		mutationFn: () =>
			call(designEndpoints.createDesignedVoice, {
				body: { voice_name: name.trim(), voice_description: savedDescription, generated_voice_id: generatedVoiceId },
			}),
		onSuccess: (voice) => {
			void changed();
			toaster.show({
				tone: "positive",
				title: `${voice.name} saved to My voices`,
				action: { label: "Use voice", onAction: () => void navigate(`${speechPath}?voice=${voice.voice_id}`) },
			});
			onSaved(voice.name);
			onClose();
		},
		onError: (error) => setError(messageOf(error)),
	});
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setError(name.trim() ? undefined : "Give the voice a name.");
		if (name.trim()) saving.mutate();
	};
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Save voice"
			description={`It is saved as a ${kind} voice with its description.`}
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={form} variant="primary" busy={saving.isPending}>
						Save voice
					</Button>
				</>
			}
		>
			<form id={form} onSubmit={submit} noValidate className="px-px pb-px">
				<Field label="Name" error={error}>
					{(control) => (
						<Input
							{...control}
							autoFocus
							autoComplete="off"
							value={name}
							maxLength={100}
							onChange={(event) => setName(event.target.value)}
						/>
					)}
				</Field>
			</form>
		</Dialog>
	);
}
