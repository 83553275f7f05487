import { useMutation } from "@tanstack/react-query";
import { voiceMakingPaths } from "@timbre/contract/voice-making/paths.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callForm } from "../../../lib/api/api.ts";
import { messageOf } from "../../../lib/api/api-error.ts";
import { zodForm } from "../../../lib/forms/zod-form.ts";
import { toaster } from "../../../lib/page/toaster.ts";
import { useRefreshVoice } from "../voice-making.queries.ts";

const requestForm = z.object({
	files: z
		.custom<FileList | undefined>()
		.transform((list) => [...(list ?? [])])
		.pipe(z.array(z.custom<File>()).min(1, "Add a file as proof, such as a recording in which you state your name.")),
	text: z.string().trim(),
});

/** Requests verification by an administrator, for people whose reading is not recognized. */
export function ManualVerification({ voice }: { voice: Pick<Voice, "voice_id" | "fine_tuning"> }) {
	const { register, handleSubmit, formState, setError } = useForm({
		resolver: zodForm(requestForm),
		defaultValues: { text: "" },
	});
	const refresh = useRefreshVoice(voice.voice_id);
	const requesting = useMutation({
		mutationFn: ({ files, text }: z.output<typeof requestForm>) =>
			callForm(voiceMakingPaths.requestVerification, {
				params: { voice_id: voice.voice_id },
				form: { files, extra_text: text || null },
			}),
		onSuccess: () => {
			toaster.show({ tone: "positive", title: "Verification requested" });
			return refresh();
		},
		onError: (error) => setError("files", { message: messageOf(error) }),
	});
	const submit = handleSubmit((request) => requesting.mutate(request));
	if (requesting.isSuccess || voice.fine_tuning?.manual_verification_requested) {
		return (
			<p role="status" className="mt-6 text-muted">
				Verification requested. The operator of this server decides and isn't notified, so let them know.
			</p>
		);
	}
	return (
		<details className="mt-6 rounded-card border border-line bg-raised">
			<summary className="cursor-pointer select-none px-4 py-2.5 font-medium">Can't complete the reading?</summary>
			<form onSubmit={submit} noValidate className="flex flex-col gap-4 px-4 pt-1 pb-4">
				<p className="text-muted">
					The operator of this server can verify the voice instead. Your files are stored with the voice. The operator
					isn't notified, so let them know that you've sent a request.
				</p>
				<Field label="Files" error={formState.errors.files?.message}>
					{(control) => <Input {...control} type="file" multiple className="py-1.5" {...register("files")} />}
				</Field>
				<Field label="Notes (optional)">
					{(control) => <Textarea {...control} maxLength={2_000} {...register("text")} />}
				</Field>
				<Button type="submit" className="self-start" busy={requesting.isPending}>
					Request verification
				</Button>
			</form>
		</details>
	);
}
