// leasehound/otel in workerd.

import { separateGateway, sharedGateway } from "../../support/gateways.ts";
import { telemetryFailuresContract } from "../contract/telemetry/failures.ts";
import { telemetryMetricsContract } from "../contract/telemetry/metrics.ts";
import { telemetryOptionsContract } from "../contract/telemetry/options.ts";
import { telemetrySpansContract } from "../contract/telemetry/spans.ts";

telemetryMetricsContract(await sharedGateway());
telemetrySpansContract(await sharedGateway());
telemetryFailuresContract(await separateGateway());
telemetryOptionsContract();
