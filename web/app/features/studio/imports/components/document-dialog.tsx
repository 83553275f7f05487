import { bundleFileTypes, documentFileTypes, maxDocumentBytes } from "@timbre/contract/studio/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { DropZone } from "@timbre/ui/primitives/forms/drop-zone.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { useLeaveWarning } from "../../../../lib/forms/leave-warning.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { bytes } from "../../../../lib/text/format.ts";
import type { ImportSource } from "../imports.queries.ts";
import { fileProblem, urlForm } from "../model/source.ts";

type DocumentDialogProps = {
	title: string;
	description: string;
	/** Whether the bundle of a project can be chosen, too. */
	bundles?: boolean;
	/** Sends the document and returns what opens what was started. */
	send: (source: ImportSource, signal: AbortSignal) => Promise<() => Promise<void> | void>;
	onClose: () => void;
};

const documentTypes = `Text, Markdown, HTML, Word (.docx), EPUB or PDF, up to ${bytes(maxDocumentBytes)}`;

/** Takes a file or an address. Closing the dialog while a file is sent stops that. */
export function DocumentDialog({ title, description, bundles = false, send, onClose }: DocumentDialogProps) {
	const [busy, setBusy] = useState(false);
	const [sent, setSent] = useState<File | null>(null);
	const [problem, setProblem] = useState<string>();
	const { register, handleSubmit, formState, setError, clearErrors } = useForm({
		resolver: zodForm(urlForm),
		defaultValues: { url: "" },
	});
	const request = useRef<AbortController>(undefined);
	useEffect(() => () => request.current?.abort(), []);
	useLeaveWarning(busy && sent !== null);

	const start = async (source: ImportSource, onError: (message: string) => void) => {
		const controller = new AbortController();
		request.current = controller;
		setBusy(true);
		try {
			const open = await send(source, controller.signal);
			if (controller.signal.aborted) return;
			onClose();
			await open();
		} catch (error) {
			onError(messageOf(error));
		} finally {
			setSent(null);
			setBusy(false);
		}
	};
	const startFile = (file: File) => {
		clearErrors();
		const found = fileProblem(file);
		setProblem(found);
		if (found) return;
		setSent(file);
		void start({ file }, setProblem);
	};
	const submit = handleSubmit(({ url }) =>
		start({ url }, (message) => setError("url", { message }, { shouldFocus: true })),
	);
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title={title}
			description={description}
			className="max-w-lg"
		>
			<div className="flex flex-col gap-5 p-px">
				<div className="flex flex-col gap-2">
					<DropZone
						title="Drop a document here"
						advice={
							bundles
								? `${documentTypes}. Or the bundle of a project (.timbre), with its voices and audio.`
								: `${documentTypes}.`
						}
						accept={bundles ? `${documentFileTypes},${bundleFileTypes}` : documentFileTypes}
						disabled={busy && !sent}
						button={{ children: sent ? "Uploading" : "Choose file", size: "small", busy: sent !== null }}
						onFiles={(files) => files[0] && startFile(files[0])}
					/>
					<p role="status" className="break-words text-[13px] text-muted empty:hidden">
						{sent ? `Uploading ${sent.name} (${bytes(sent.size)})` : null}
					</p>
					{problem ? (
						<p role="alert" className="break-words text-[13px] text-danger">
							{problem}
						</p>
					) : null}
				</div>
				<form
					method="post"
					noValidate
					onSubmit={(event) => {
						setProblem(undefined);
						void submit(event);
					}}
				>
					<Field
						label="Or import from a URL"
						hint="A public web page, or a link to one of these files."
						error={formState.errors.url?.message}
					>
						{(control) => (
							<div className="flex gap-2">
								<Input
									type="url"
									inputMode="url"
									autoComplete="off"
									placeholder="https://example.com/story.html"
									readOnly={busy}
									{...control}
									{...register("url")}
								/>
								<Button type="submit" busy={busy && !sent} disabled={sent !== null}>
									Import
								</Button>
							</div>
						)}
					</Field>
				</form>
			</div>
		</Dialog>
	);
}
