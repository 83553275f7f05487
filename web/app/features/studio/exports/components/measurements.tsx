import type { AcxRule, MeasuredFile } from "@timbre/contract/studio/exports/export-schemas.ts";
import { CircleCheck, CircleX } from "lucide-react";
import { failures, lufs, measured, nameOf, reason, required, truePeak } from "../model/acx.ts";

type MeasurementsProps = { files: readonly MeasuredFile[]; title: string; open: boolean };

/** What was measured in the finished files. With `open`, it is shown where one fails. */
export function Measurements({ files, title, open }: MeasurementsProps) {
	return (
		<details className="border-line border-t" open={open && files.some(({ acx_passed }) => acx_passed === false)}>
			<summary className="cursor-pointer rounded-control px-4 py-2.5 text-[13px]">
				Measurements<span className="sr-only"> of {title}</span>
			</summary>
			<ul className="flex flex-col gap-5 px-4 pt-1 pb-4">
				{files.map((file) => (
					<li key={file.name}>
						<FileCard file={file} />
					</li>
				))}
			</ul>
		</details>
	);
}

function FileCard({ file }: { file: MeasuredFile }) {
	const levels = [lufs(file), truePeak(file)].filter((level) => level !== undefined);
	const failed = failures(file);
	return (
		<>
			<h4 className="break-words font-medium text-[13px]">{file.name}</h4>
			<p className="text-[13px] text-muted tabular">
				{levels.length > 0 ? levels.join(", ") : "Loudness wasn't measured"}
			</p>
			{file.acx.length > 0 ? (
				// The table scrolls on narrow screens, also with the keyboard.
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
				<section tabIndex={0} aria-label={`ACX report of ${file.name}`} className="mt-2 overflow-x-auto">
					<table className="w-full min-w-[28rem] border-collapse text-left text-[13px]">
						<caption className="sr-only">ACX report of {file.name}</caption>
						<thead>
							<tr className="border-line border-b text-muted">
								<th scope="col" className="py-1.5 pr-3 font-medium">
									Rule
								</th>
								<th scope="col" className="py-1.5 pr-3 font-medium">
									Result
								</th>
								<th scope="col" className="py-1.5 pr-3 font-medium">
									Measured
								</th>
								<th scope="col" className="py-1.5 font-medium">
									Required
								</th>
							</tr>
						</thead>
						<tbody>
							{file.acx.map((rule) => (
								<RuleRow key={rule.rule} rule={rule} />
							))}
						</tbody>
					</table>
				</section>
			) : null}
			{failed.length > 0 ? (
				<ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-[13px]">
					{failed.map((rule) => (
						<li key={rule.rule}>{reason(rule)}</li>
					))}
				</ul>
			) : null}
		</>
	);
}

function RuleRow({ rule }: { rule: AcxRule }) {
	const Icon = rule.passed ? CircleCheck : CircleX;
	return (
		<tr className="border-line border-b last:border-b-0">
			<th scope="row" className="py-1.5 pr-3 font-normal">
				{nameOf(rule)}
			</th>
			<td className={`py-1.5 pr-3 ${rule.passed ? "text-positive" : "text-danger"}`}>
				<span className="flex items-center gap-1.5">
					<Icon aria-hidden="true" className="size-4 shrink-0" />
					{rule.passed ? "Pass" : "Fail"}
				</span>
			</td>
			<td className="py-1.5 pr-3 tabular">{measured(rule)}</td>
			<td className="py-1.5 text-muted tabular">{required(rule)}</td>
		</tr>
	);
}
