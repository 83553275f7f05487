import { useMutation } from "@tanstack/react-query";
import { voiceMakingPaths } from "@timbre/contract/voice-making/paths.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { z } from "zod";
import { call } from "../../../../lib/api/api.ts";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { toaster } from "../../../../lib/page/toaster.ts";
import { speechPath } from "../../../../lib/session/redirect.ts";
import { useVoicesChanged } from "../../../voices/voices.refresh.public.ts";

type SaveVoiceDialogProps = {
	generatedVoiceId: string;
	description: string;
	kind: "designed" | "remixed";
	onSaved: (name: string) => void;
	onClose: () => void;
};

/** Minimum description length of a saved voice; remix prompts may be shorter. */
const minDescription = 20;

const nameForm = z.object({ name: z.string().trim().min(1, "Give the voice a name.") });

export function SaveVoiceDialog({ generatedVoiceId, description, kind, onSaved, onClose }: SaveVoiceDialogProps) {
	const navigate = useNavigate();
	const changed = useVoicesChanged();
	const formId = useId();
	const { register, handleSubmit, formState, setError } = useForm({
		resolver: zodForm(nameForm),
		defaultValues: { name: "" },
	});
	const savedDescription =
		description.length >= minDescription ? description : `Remixed from another voice: ${description}`;
	const saving = useMutation({
		mutationFn: (name: string) =>
			call(voiceMakingPaths.createDesignedVoice, {
				body: { voice_name: name, voice_description: savedDescription, generated_voice_id: generatedVoiceId },
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
		onError: (error) => setError("name", { message: messageOf(error) }),
	});
	const submit = handleSubmit(({ name }) => saving.mutate(name));
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Save voice"
			description={`It is saved as a ${kind} voice with its description.`}
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={saving.isPending}>
						Save voice
					</Button>
				</>
			}
		>
			<form id={formId} onSubmit={submit} noValidate className="px-px pb-px">
				<Field label="Name" error={formState.errors.name?.message}>
					{(control) => <Input {...control} autoFocus autoComplete="off" maxLength={100} {...register("name")} />}
				</Field>
			</form>
		</Dialog>
	);
}
