import { useQuery } from "@tanstack/react-query";
import { FileRecorder } from "@timbre/ui/audio/recorder/file-recorder.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@timbre/ui/primitives/tabs.tsx";
import { AudioLines } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useStored } from "../../../lib/storage/use-stored.ts";
import { count, counted } from "../../../lib/text/format.ts";
import { useUploads } from "../../uploads/uploads.public.ts";
import { UploadZone } from "../../uploads/uploads.zone.public.tsx";
import { subscriptionQuery } from "../../usage/usage.public.ts";
import { estimateOf, estimateText } from "../model/estimate.ts";
import { keytermsProblem, modelProblem, readOptions, requestOptions } from "../model/options.ts";
import { useCreateTranscript } from "../transcription.queries.ts";
import { readLengths } from "./media-seconds.ts";
import { OptionFields } from "./option-fields.tsx";

const maxFiles = 100;
const maxRecordingSeconds = 3 * 3600;
type Source = "upload" | "record" | "url";

const lengthKey = ({ fileName, bytes }: { fileName: string; bytes: number }) => `${fileName} ${bytes}`;

/** Chooses recordings and options, shows the price and starts the transcripts. What exists is below, as children. */
export function NewTranscript({ children }: { children: ReactNode }) {
	const [stored, setStored] = useStored("transcription-options", "");
	const options = readOptions(stored);
	const [source, setSource] = useState<Source>("upload");
	const [url, setUrl] = useState("");
	const [urlProblem, setUrlProblem] = useState<string>();
	const [takes, setTakes] = useState(1);
	const [lengths, setLengths] = useState<ReadonlyMap<string, number>>(new Map());
	const uploads = useUploads({ maxFiles });
	const create = useCreateTranscript();
	/** Every file starts as soon as it is uploaded. */
	const [armed, setArmed] = useState(false);
	const started = useRef(new Set<string>());
	const uploadTab = useRef<HTMLButtonElement>(null);

	const add = (files: readonly File[]) => {
		uploads.add(files);
		void readLengths(files, (file, seconds) =>
			setLengths((known) => new Map(known).set(lengthKey({ fileName: file.name, bytes: file.size }), seconds)),
		);
	};
	const { uploaded, busy, release } = uploads;
	// biome-ignore lint/correctness/useExhaustiveDependencies: whenever a file is uploaded
	useEffect(() => {
		if (!armed) return;
		const waiting = uploaded.filter(({ uploadId }) => !started.current.has(uploadId));
		for (const { uploadId } of waiting) {
			started.current.add(uploadId);
			create
				.mutateAsync({ ...requestOptions(options), upload_id: uploadId })
				.then(() => release([uploadId]))
				.catch(() => {
					// The file stays in the list, to be tried again.
					started.current.delete(uploadId);
					setArmed(false);
				});
		}
		if (!busy && waiting.length === 0) setArmed(false);
	}, [armed, uploaded.map(({ uploadId }) => uploadId).join(), busy]);

	const items = uploads.items.filter(({ status }) => status !== "failed");
	const urls = url.trim() === "" ? [] : [undefined];
	const estimate = estimateOf(source === "url" ? urls : items.map((item) => lengths.get(lengthKey(item))));
	const problem = keytermsProblem(options.keyterms) ?? modelProblem(options.model, options.language);
	const submit = () => {
		if (source !== "url") return setArmed(true);
		const issue = urlIssue(url);
		setUrlProblem(issue);
		if (issue) return;
		create.mutate({ ...requestOptions(options), source_url: url.trim() }, { onSuccess: () => setUrl("") });
	};
	return (
		<div className="grid items-start gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
			<Tabs value={source} onValueChange={(next) => setSource(next as Source)} className="min-w-0">
				<TabsList>
					<TabsTrigger ref={uploadTab} value="upload">
						Upload
					</TabsTrigger>
					<TabsTrigger value="record">Record</TabsTrigger>
					<TabsTrigger value="url">From a URL</TabsTrigger>
				</TabsList>
				{/* Stays mounted, so that uploads continue while another tab is open. */}
				<TabsContent value="upload" forceMount className="data-[state=inactive]:hidden">
					<UploadZone uploads={{ ...uploads, add }} advice="Up to 10 hours per recording." />
				</TabsContent>
				<TabsContent value="record">
					<p className="mb-3 text-muted">Record a meeting, a lecture or a note with your microphone.</p>
					<FileRecorder
						name={`Recording ${takes}`}
						maxSeconds={maxRecordingSeconds}
						onRecorded={(file) => {
							add([file]);
							setTakes(takes + 1);
							// The recording is in the list of files. The pressed button is gone, so the keyboard continues there too.
							setSource("upload");
							uploadTab.current?.focus();
						}}
					/>
				</TabsContent>
				<TabsContent value="url">
					<Field
						label="URL of the recording"
						hint="A direct https link to an audio or video file of up to 500 MB."
						error={urlProblem}
					>
						{(control) => (
							<Input
								{...control}
								type="url"
								inputMode="url"
								autoComplete="off"
								placeholder="https://example.com/interview.mp3"
								value={url}
								onChange={(event) => {
									setUrl(event.target.value);
									setUrlProblem(undefined);
								}}
							/>
						)}
					</Field>
				</TabsContent>
			</Tabs>
			<Card className="flex flex-col gap-4 p-4 lg:row-span-2">
				<h2 className="sr-only">Options</h2>
				<OptionFields options={options} onChange={(next) => setStored(JSON.stringify(next))} />
				<div className="flex flex-col gap-2 border-line border-t pt-4">
					<Button
						variant="primary"
						busy={armed || create.isPending}
						disabled={estimate.files === 0 || problem !== undefined}
						onClick={submit}
					>
						<AudioLines aria-hidden="true" />
						{estimate.files > 1 ? `Transcribe ${counted(estimate.files, "recording")}` : "Transcribe"}
					</Button>
					<p className="text-[13px] text-muted tabular">{estimateText(estimate)}</p>
					{armed && busy ? (
						<p role="status" className="text-[13px] text-muted">
							Starts when the upload is done.
						</p>
					) : null}
					<CreditsWarning credits={estimate.credits} />
				</div>
			</Card>
			<div className="min-w-0">{children}</div>
		</div>
	);
}

/** Says that the recordings cost more than is left. The server decides: the plan may allow it. */
function CreditsWarning({ credits }: { credits: number }) {
	const { data } = useQuery(subscriptionQuery);
	const left = data && Math.max(0, data.character_limit - data.character_count);
	if (left === undefined || credits <= left) return null;
	return (
		<p className="text-[13px] text-danger">
			You have {count(left)} credits left.{" "}
			<Link to="/app/usage" className="text-ink underline underline-offset-2">
				View usage
			</Link>
		</p>
	);
}

function urlIssue(text: string): string | undefined {
	const parsed = URL.parse(text.trim());
	if (!parsed) return "Enter a complete URL, such as https://example.com/interview.mp3.";
	return parsed.protocol === "https:" ? undefined : "The URL must start with https://.";
}
