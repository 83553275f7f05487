import { type ReactNode, useEffect, useRef } from "react";

/** The bottom bar of the app. Publishes its height as `--dock` for elements that float above it. */
export function Dock({ children }: { children: ReactNode }) {
	const ref = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const element = ref.current;
		if (!element) return;
		const { style } = document.documentElement;
		const observer = new ResizeObserver(() => style.setProperty("--dock", `${element.offsetHeight}px`));
		observer.observe(element);
		return () => {
			observer.disconnect();
			style.removeProperty("--dock");
		};
	}, []);
	return (
		<div ref={ref} className="shrink-0">
			{children}
		</div>
	);
}
