import type { ProjectExport } from "@timbre/contract/studio/exports/export-schemas.ts";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import {
	type ExportFormat,
	type ExportLoudness,
	exportFormats,
	exportLoudness,
} from "@timbre/contract/studio/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { ago } from "../../../../lib/text/format.ts";
import { type NewExport, useStartExport } from "../exports.queries.ts";
import { formats, hasCover, isAudio, isCaptions, isWav, loudness, titleOf } from "../model/exports.ts";
import { ChapterField } from "./chapter-field.tsx";
import { CoverField } from "./cover-field.tsx";

type ExportFormProps = { project: ProjectDetails; exports: readonly ProjectExport[] };

const shownFormats: readonly ExportFormat[] = [
	"mp3_zip",
	"m4b",
	"epub",
	...exportFormats.filter((format) => !["mp3_zip", "m4b", "epub"].includes(format)),
];
/** Stands for the audio of the chapters. */
const ownAudio = "own";

export function ExportForm({ project, exports }: ExportFormProps) {
	const { project_id, chapters } = project;
	const [format, setFormat] = useState<ExportFormat>("mp3_zip");
	const [level, setLevel] = useState<ExportLoudness>(project.acx_volume_normalization ? "acx" : "none");
	const [bits, setBits] = useState<16 | 24>(16);
	const [audio, setAudio] = useState(ownAudio);
	const [chosen, setChosen] = useState<readonly string[]>();
	const start = useStartExport(project_id);
	const finished = exports.filter((one) => one.state === "done" && isAudio(one.format));
	const ofExport = isCaptions(format) && audio !== ownAudio && finished.some(({ export_id }) => export_id === audio);
	const submit = () => {
		const body: NewExport = {
			format,
			...(isAudio(format) ? { loudness: level } : {}),
			...(isWav(format) ? { bit_depth: bits } : {}),
			...(ofExport ? { audio_export_id: audio } : chosen ? { chapter_ids: [...chosen] } : {}),
		};
		start.mutate(body);
	};
	const none = !ofExport && chosen?.length === 0;
	return (
		<section aria-labelledby="new-export" className="mb-10">
			<h2 id="new-export" className="mb-3 font-medium text-[15px]">
				New export
			</h2>
			<form
				method="post"
				noValidate
				className="flex flex-col gap-5 rounded-card border border-line bg-raised p-4 md:p-5"
				onSubmit={(event) => {
					event.preventDefault();
					if (!start.isPending && !none) submit();
				}}
			>
				<Field label="Format" hint={formats[format].detail}>
					{({ id }) => (
						<Select
							id={id}
							value={format}
							options={shownFormats.map((value) => ({ value, ...formats[value] }))}
							onChange={(value) => {
								setFormat(value as ExportFormat);
								start.reset();
							}}
						/>
					)}
				</Field>
				{isAudio(format) ? (
					<Field label="Loudness" hint={loudness[level].detail}>
						{({ id }) => (
							<Select
								id={id}
								value={level}
								options={exportLoudness.map((value) => ({ value, ...loudness[value] }))}
								onChange={(value) => setLevel(value as ExportLoudness)}
							/>
						)}
					</Field>
				) : null}
				{isWav(format) ? (
					<Field label="Bit depth">
						{({ id }) => (
							<Select
								id={id}
								value={String(bits)}
								options={[16, 24].map((value) => ({ value: String(value), label: `${value} bits` }))}
								onChange={(value) => setBits(value === "24" ? 24 : 16)}
							/>
						)}
					</Field>
				) : null}
				{isCaptions(format) ? (
					<Field label="For the audio of" hint="The times are those of this audio.">
						{({ id }) => (
							<Select
								id={id}
								value={ofExport ? audio : ownAudio}
								options={[
									{ value: ownAudio, label: "The project, as downloaded from Studio" },
									...finished.map((one) => ({
										value: one.export_id,
										label: titleOf(one),
										detail: `Exported ${ago(one.created_at_unix)}`,
									})),
								]}
								onChange={setAudio}
							/>
						)}
					</Field>
				) : null}
				{hasCover(format) ? <CoverField project={project} /> : null}
				{ofExport ? null : <ChapterField chapters={chapters} chosen={chosen} onChange={setChosen} />}
				<div className="flex flex-wrap items-center gap-3">
					<Button type="submit" variant="primary" busy={start.isPending} disabled={none}>
						Export
					</Button>
					<p className="text-[13px] text-muted">Exports cost no credits.</p>
				</div>
				{start.isError ? (
					<p role="alert" className="break-words text-[13px] text-danger">
						{messageOf(start.error)}
					</p>
				) : null}
			</form>
		</section>
	);
}
