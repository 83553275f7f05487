// "The same code, another server." in Kokoro's voice Heart: the peak of each of 110 equal parts, 0 to 255.
const peaks = [
	0, 25, 41, 73, 84, 60, 67, 63, 60, 46, 70, 83, 133, 109, 96, 88, 88, 81, 73, 65, 58, 56, 56, 17, 3, 46, 14, 17, 37,
	85, 93, 101, 96, 76, 74, 71, 64, 64, 65, 54, 54, 42, 35, 43, 12, 4, 19, 14, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 20, 62,
	83, 78, 73, 72, 62, 59, 75, 101, 104, 118, 115, 21, 12, 94, 80, 76, 73, 63, 44, 40, 56, 80, 54, 43, 60, 53, 53, 65,
	81, 66, 63, 58, 60, 60, 17, 7, 5, 34, 68, 63, 73, 4, 61, 22, 6, 12, 12, 4, 2,
];
const pitch = 10;
const height = 120;
const width = peaks.length * pitch;

const barsPath = (reach: number) =>
	peaks
		.map((peak, i) => {
			const half = Math.max(0.5, (peak / 133) * reach);
			return `M${i * pitch + pitch / 2} ${height / 2 - half}V${height / 2 + half}`;
		})
		.map((bar) => bar.replace(/(\.\d)\d+/g, "$1"))
		.join("");
const wave = barsPath(height / 2 - 3);

/** A decorative waveform. Planned products get a flat dotted line (`silent`). */
export function WaveBand({ silent = false }: { silent?: boolean }) {
	if (silent) {
		return <div aria-hidden="true" className="my-5 border-control border-t-2 border-dotted" />;
	}
	return (
		<svg
			aria-hidden="true"
			viewBox={`0 0 ${width} ${height}`}
			preserveAspectRatio="none"
			fill="none"
			className="h-16 w-full sm:h-24"
		>
			<defs>
				<linearGradient id="wave-band" gradientUnits="userSpaceOnUse" x1="0" x2={width} y1="0" y2="0">
					<stop offset="0" stopColor="var(--wave-1)" />
					<stop offset="1" stopColor="var(--wave-2)" />
				</linearGradient>
			</defs>
			<path d={wave} stroke="url(#wave-band)" strokeWidth={3} strokeLinecap="round" vectorEffect="non-scaling-stroke" />
		</svg>
	);
}
