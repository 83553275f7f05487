import { useMutation } from "@tanstack/react-query";
import { cloningEndpoints } from "@timbre/contract/voices.cloning.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { Textarea } from "@timbre/ui/primitives/textarea.tsx";
import { type FormEvent, useState } from "react";
import { callForm } from "../../../lib/api.ts";
import { messageOf } from "../../../lib/api-error.ts";
import { toaster } from "../../../lib/toaster.ts";
import { useRefreshVoice } from "../voices.making.queries.ts";

/** For whom a machine does not understand: those who run this server look at it. */
export function ManualVerification({ voice }: { voice: Pick<Voice, "voice_id" | "fine_tuning"> }) {
	const [files, setFiles] = useState<File[]>([]);
	const [text, setText] = useState("");
	const [fault, setFault] = useState<string>();
	const refresh = useRefreshVoice(voice.voice_id);
	const asking = useMutation({
		mutationFn: () =>
			callForm(cloningEndpoints.requestVerification, {
				params: { voice_id: voice.voice_id },
				form: { files, extra_text: text.trim() || null },
			}),
		onSuccess: () => {
			toaster.show({ tone: "positive", title: "Asked for verification by a person" });
			return refresh();
		},
		onError: (error) => setFault(messageOf(error)),
	});
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setFault(files.length > 0 ? undefined : "Add a file that shows it: a recording in which you say who you are.");
		if (files.length > 0) asking.mutate();
	};
	if (asking.isSuccess || voice.fine_tuning?.manual_verification_requested) {
		return (
			<p role="status" className="mt-6 text-muted">
				A person is to verify this voice: those who run this server.
			</p>
		);
	}
	return (
		<details className="mt-6 rounded-card border border-line bg-raised">
			<summary className="cursor-pointer select-none px-4 py-2.5 font-medium">Reading does not work for me</summary>
			<form onSubmit={submit} noValidate className="flex flex-col gap-4 px-4 pt-1 pb-4">
				<p className="text-muted">
					A person can verify the voice instead: those who run this server. What you send is kept with the voice for
					them; tell them that it waits.
				</p>
				<Field label="Files" error={fault}>
					{(control) => (
						<Input
							{...control}
							type="file"
							multiple
							className="py-1.5"
							onChange={(event) => setFiles([...(event.target.files ?? [])])}
						/>
					)}
				</Field>
				<Field label="What they should know (optional)">
					{(control) => (
						<Textarea {...control} value={text} maxLength={2_000} onChange={(event) => setText(event.target.value)} />
					)}
				</Field>
				<Button type="submit" className="self-start" busy={asking.isPending}>
					Ask a person
				</Button>
			</form>
		</details>
	);
}
